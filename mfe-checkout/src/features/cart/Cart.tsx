import { cartLoadAtom } from '@patchwork/state';
import { ListStatus, PageHeading } from '@patchwork/ui';
import { useAtomValue } from 'jotai';
import { Slot } from '../../slots.ts';
import styles from './Cart.module.css';
import { CartContents } from './CartContents.tsx';

/** The cart. Its heading depends on the lines, so it appears with them. */
export function Cart() {
  const load = useAtomValue(cartLoadAtom);
  const status = <ListStatus list="cart" load={load} />;
  return (
    <div className={`container ${styles.page}`}>
      {load.data ? (
        <>
          <CartContents lines={load.data}>{status}</CartContents>
          <div className={styles.more}>
            <Slot
              name="cart-recommendations"
              props={{ products: load.data.map(({ product }) => product) }}
            />
          </div>
        </>
      ) : (
        <>
          {load.isError && <PageHeading>My Cart</PageHeading>}
          {status}
        </>
      )}
    </div>
  );
}
