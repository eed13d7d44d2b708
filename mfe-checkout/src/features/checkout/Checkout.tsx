import { Link } from '@patchwork/router';
import { buttonLook, EmptyState, PageHeading } from '@patchwork/ui';
import { CartUnavailable } from '../../cart-lines/CartUnavailable.tsx';
import { PriceSummary } from '../../cart-lines/PriceSummary.tsx';
import { useCartLines } from '../../cart-lines/useCartLines.ts';
import styles from './Checkout.module.css';

/** Where an order goes, and what is in it. */
export function Checkout() {
  const cart = useCartLines();
  return (
    <div className={`container ${styles.page}`}>
      <PageHeading>Select Address</PageHeading>
      <EmptyState
        title="No addresses yet"
        actions={
          <Link to="/cart" {...buttonLook('quiet')}>
            Back to your cart
          </Link>
        }
      >
        <p>You have no address that an order could be sent to.</p>
      </EmptyState>
      {cart.status === 'loaded' ? (
        <PriceSummary title="Order Summary" lines={cart.lines} />
      ) : (
        <CartUnavailable cart={cart} />
      )}
    </div>
  );
}
