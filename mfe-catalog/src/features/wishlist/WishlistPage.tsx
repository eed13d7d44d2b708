import { Link, pathToAtom, wishlistAtom } from '@patchwork/shop';
import { buttonLook, EmptyState, ListStatus, PageHeading } from '@patchwork/shop/ui';
import { useAtomValue } from 'jotai';
import styles from '../../Page.module.css';
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
        <EmptyState actions={shop}>
          <p>Tap the heart on anything you like, and it waits for you here.</p>
        </EmptyState>
      )}
      {data && !isEmpty && <ProductGrid products={data} />}
    </div>
  );
}
