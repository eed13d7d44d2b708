import { wishlistLoadAtom } from '@patchwork/state';
import { ListStatus, PageHeading } from '@patchwork/ui';
import { useAtomValue } from 'jotai';
import styles from '../../Page.module.css';
import { ProductGrid } from '../../product/ProductGrid.tsx';
import { NoWishes } from './NoWishes.tsx';

export function WishlistPage() {
  const load = useAtomValue(wishlistLoadAtom);
  const { data } = load;
  const isEmpty = data?.length === 0;
  return (
    <div className={`container ${styles.page}`}>
      <PageHeading>{isEmpty ? 'Your wishlist is empty :(' : 'My Wishlist'}</PageHeading>
      <ListStatus list="wishlist" load={load} />
      {isEmpty && <NoWishes />}
      {data && !isEmpty && <ProductGrid products={data} />}
    </div>
  );
}
