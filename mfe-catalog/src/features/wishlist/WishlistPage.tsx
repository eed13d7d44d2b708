import { wishlistLoadAtom } from '@patchwork/state';
import { LoadError, PageHeading, Spinner } from '@patchwork/ui';
import { useAtomValue } from 'jotai';
import { ProductGrid } from '../../product/ProductGrid.tsx';
import { NoWishes } from './NoWishes.tsx';
import styles from './WishlistPage.module.css';

export function WishlistPage() {
  const { data, isError, refetch } = useAtomValue(wishlistLoadAtom);
  const isEmpty = data?.length === 0;
  return (
    <div className={`container ${styles.page}`}>
      <PageHeading>{isEmpty ? 'Your wishlist is empty :(' : 'My Wishlist'}</PageHeading>
      {isEmpty && <NoWishes />}
      {data && !isEmpty && <ProductGrid products={data} />}
      {!data && !isError && <Spinner label="Loading your wishlist" />}
      {!data && isError && (
        <LoadError message="Your wishlist could not be loaded." onRetry={() => refetch()} />
      )}
    </div>
  );
}
