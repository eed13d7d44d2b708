import { cartAtom, Link, pathToAtom } from '@patchwork/shop';
import type { LineItem } from '@patchwork/shop/domain';
import {
  buttonLook,
  EmptyState,
  ListStatus,
  PageHeading,
  passFocusOn,
  useStrayPresses,
} from '@patchwork/shop/ui';
import { useAtomValue } from 'jotai';
import bag from '../../bag.svg';
import { PriceSummary } from '../../cart-lines/PriceSummary.tsx';
import { EmptyPicture } from '../../EmptyPicture.tsx';
import page from '../../Page.module.css';
import { Slot } from '../../slots.ts';
import * as t from '../../texts/cart.ts';
import styles from './Cart.module.css';
import { CartLine } from './CartLine.tsx';

/**
 * Moves the focus when the pressed button is removed with its line: to the next line, the previous one, or the heading.
 */
const passFocus = passFocusOn((item) => {
  const neighbour = item.nextElementSibling ?? item.previousElementSibling;
  return neighbour?.querySelector<HTMLElement>('h2 a') ?? document.querySelector('h1');
});

interface CartContentsProps {
  lines: readonly LineItem[];
}

function CartContents({ lines }: CartContentsProps) {
  const pathTo = useAtomValue(pathToAtom);
  const stopStrayPress = useStrayPresses(lines.map(({ product }) => product.id));
  if (lines.length === 0) {
    return (
      <EmptyState
        picture={<EmptyPicture src={bag} />}
        actions={
          <Link to={pathTo('product-list')} {...buttonLook()}>
            {t.shop}
          </Link>
        }
      >
        <p>{t.waits}</p>
      </EmptyState>
    );
  }
  return (
    <div className={page.columns}>
      <ul className={styles.lines}>
        {lines.map((line) => (
          <li
            key={line.product.id}
            ref={passFocus}
            onClickCapture={stopStrayPress(line.product.id)}
          >
            <CartLine line={line} />
          </li>
        ))}
      </ul>
      <div className={page.summary}>
        <PriceSummary
          title={t.details}
          lines={lines}
          action={
            <Link to={pathTo('checkout')} {...buttonLook()}>
              {t.checkout}
            </Link>
          }
        />
      </div>
    </div>
  );
}

/** The cart. It is shown as empty only once it has loaded, because the release prerenders this page without data. */
export function Cart() {
  const load = useAtomValue(cartAtom);
  const lines = load.data;
  return (
    <div className={`container ${page.page}`}>
      <PageHeading>{lines?.length === 0 ? t.empty : t.heading}</PageHeading>
      <ListStatus list="cart" load={load} />
      {lines && (
        <>
          <CartContents lines={lines} />
          <div className={page.more}>
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
