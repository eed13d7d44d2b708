import { Link, pathToAtom } from '@patchwork/shop';
import { buttonLook, EmptyState, PageHeading } from '@patchwork/shop/ui';
import { useAtomValue } from 'jotai';
import styles from '../../Page.module.css';

/** Shown for a product id that does not exist. */
export function NotFound() {
  const pathTo = useAtomValue(pathToAtom);
  return (
    <div className={`container ${styles.page}`}>
      <PageHeading>Product not found</PageHeading>
      <EmptyState
        actions={
          <Link to={pathTo('product-list')} {...buttonLook()}>
            Back to the shop
          </Link>
        }
      >
        <p>The link may be old, or the piece is no longer sold.</p>
      </EmptyState>
    </div>
  );
}
