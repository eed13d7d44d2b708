import { cartAtom } from '@patchwork/shop';
import { ListStatus, PageHeading } from '@patchwork/shop/ui';
import { useAtomValue } from 'jotai';
import styles from '../../Page.module.css';
import { Slot } from '../../slots.ts';
import { CartContents } from './CartContents.tsx';

/** The cart. It is called empty only once that is known: the release has it as it looks before, as HTML. */
export function Cart() {
  const load = useAtomValue(cartAtom);
  const lines = load.data;
  return (
    <div className={`container ${styles.page}`}>
      <PageHeading>{lines?.length === 0 ? 'Your Cart is empty :(' : 'My Cart'}</PageHeading>
      <ListStatus list="cart" load={load} />
      {lines && (
        <>
          <CartContents lines={lines} />
          <div className={styles.more}>
            <Slot
              name="cart-recommendations"
              props={{ products: lines.map(({ product }) => product) }}
            />
          </div>
        </>
      )}
    </div>
  );
}
