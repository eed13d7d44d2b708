import { Link, pathToAtom, wishlistAtom } from '@patchwork/shop';
import { buttonLook, ListStatus, PageHeading } from '@patchwork/shop/ui';
import { useAtomValue } from 'jotai';
import { EmptyShelf } from '../../EmptyShelf.tsx';
import styles from '../../Page.module.css';
import { BelowShortList } from '../../product/BelowShortList.tsx';
import { ProductGrid } from '../../product/ProductGrid.tsx';

export function WishlistPage() {
  const pathTo = useAtomValue(pathToAtom);
  const load = useAtomValue(wishlistAtom);
  const { data } = load;
  const isEmpty = data?.length === 0;
  const shop = (
    <Link to={pathTo('product-list')} {...buttonLook()}>
      Shop the collection
    </Link>
  );
  return (
    <div className={`container ${styles.page}`}>
      <PageHeading>{isEmpty ? 'Your wishlist is empty :(' : 'My Wishlist'}</PageHeading>
      <ListStatus list="wishlist" load={load} />
      {isEmpty && (
        <EmptyShelf actions={shop}>
          <p>Tap the heart on anything you like, and it waits for you here.</p>
        </EmptyShelf>
      )}
      {data && !isEmpty && (
        <div>
          <ProductGrid products={data} />
          <BelowShortList slot="wishlist-recommendations" products={data} />
        </div>
      )}
    </div>
  );
}
