import { PageHeading } from '@patchwork/ui';
import { CartUnavailable } from '../../cart-lines/CartUnavailable.tsx';
import { useCartLines } from '../../cart-lines/useCartLines.ts';
import styles from './Cart.module.css';
import { CartContents } from './CartContents.tsx';

/** The cart. Its heading depends on the lines, so it appears with them. */
export function Cart() {
  const cart = useCartLines();
  return (
    <div className={`container ${styles.page}`}>
      {cart.status === 'failed' && <PageHeading>My Cart</PageHeading>}
      {cart.status === 'loaded' ? (
        <CartContents lines={cart.lines} />
      ) : (
        <CartUnavailable cart={cart} />
      )}
    </div>
  );
}
