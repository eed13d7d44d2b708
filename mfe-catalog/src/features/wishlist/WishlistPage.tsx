import { Link } from '@patchwork/router';
import { wishlistAtom } from '@patchwork/state';
import { buttonLook, EmptyState, PageHeading } from '@patchwork/ui';
import { useAtomValue } from 'jotai';
import { ProductGrid } from '../../product/ProductGrid.tsx';
import styles from './WishlistPage.module.css';

/** What the shopper keeps for later. */
export function WishlistPage() {
  const wishlist = useAtomValue(wishlistAtom);
  const isEmpty = wishlist.length === 0;
  return (
    <div className={`container ${styles.page}`}>
      <PageHeading>{isEmpty ? 'Your wishlist is empty :(' : 'My Wishlist'}</PageHeading>
      {isEmpty ? (
        <EmptyState
          actions={
            <Link to="/productlist" {...buttonLook()}>
              Shop the collection
            </Link>
          }
        >
          <p>Tap the heart on anything you like, and it waits for you here.</p>
        </EmptyState>
      ) : (
        <ProductGrid products={wishlist} />
      )}
    </div>
  );
}
