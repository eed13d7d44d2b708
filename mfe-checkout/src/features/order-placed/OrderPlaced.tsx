import { Link } from '@patchwork/router';
import { buttonLook, EmptyState, PageHeading } from '@patchwork/ui';
import styles from './OrderPlaced.module.css';

/** Visited without an order just placed: it says so, and congratulates nobody. */
export function OrderPlaced() {
  return (
    <div className={`container ${styles.page}`}>
      <PageHeading>No order to show</PageHeading>
      <EmptyState
        actions={
          <Link to="/productlist" {...buttonLook()}>
            Checkout more deals!
          </Link>
        }
      >
        <p>This page confirms an order right after it is placed. None was placed just now.</p>
      </EmptyState>
    </div>
  );
}
