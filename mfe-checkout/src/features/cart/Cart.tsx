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
import { PriceSummary } from '../../cart-lines/PriceSummary.tsx';
import page from '../../Page.module.css';
import { Slot } from '../../slots.ts';
import styles from './Cart.module.css';
import { CartLine } from './CartLine.tsx';

/** The pressed button is removed with its line: the focus goes to the next line, the one before, or the heading. */
const passFocus = passFocusOn((item) => {
  const neighbour = item.nextElementSibling ?? item.previousElementSibling;
  return neighbour?.querySelector<HTMLElement>('h2 a') ?? document.querySelector('h1');
});

/** A cloth bag on its side, with a thread that has come loose. */
function EmptyBag() {
  return (
    <svg aria-hidden="true" viewBox="0 0 224 168" width={224} height={168} className={styles.bag}>
      <ellipse cx="112" cy="150" rx="92" ry="9" fill="var(--sunken)" />
      <path
        d="M52 66c-3 30-6 58-8 78 0 4 3 6 7 6h122c4 0 7-2 7-6-2-20-5-48-8-78 0-4-3-6-7-6H59c-4 0-7 2-7 6Z"
        fill="var(--surface)"
      />
      <path d="M84 88V52c0-40 56-40 56 0v36" />
      <path d="M55 78h114" strokeDasharray="6 5" />
      <path d="M78 148c2-14 3-26 3-36M146 148c-2-14-3-26-3-36" opacity=".45" />
      <rect x="97" y="104" width="30" height="30" rx="2" fill="var(--accent)" strokeWidth="1.5" />
      <path d="M101 108h22v22h-22z" strokeDasharray="3 3" strokeWidth="1.2" />
      <path d="M179 126c14-2 20-12 30-6 8 5 0 14-6 9-7-6 6-19 13-22" strokeWidth="1.5" />
    </svg>
  );
}

interface CartContentsProps {
  lines: readonly LineItem[];
}

function CartContents({ lines }: CartContentsProps) {
  const pathTo = useAtomValue(pathToAtom);
  const stopStrayPress = useStrayPresses(lines.map(({ product }) => product.id));
  if (lines.length === 0) {
    return (
      <EmptyState
        picture={<EmptyBag />}
        actions={
          <Link to={pathTo('product-list')} {...buttonLook()}>
            Shop the collection
          </Link>
        }
      >
        <p>What you add to your cart waits for you here.</p>
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
          title="Cart Price Details"
          lines={lines}
          action={
            <Link to={pathTo('checkout')} {...buttonLook()}>
              Checkout
            </Link>
          }
        />
      </div>
    </div>
  );
}

/**
 * The cart. It is called empty only once that is known: the release holds the page as HTML, as it looks before the
 * cart is loaded.
 */
export function Cart() {
  const load = useAtomValue(cartAtom);
  const lines = load.data;
  return (
    <div className={`container ${page.page}`}>
      <PageHeading>{lines?.length === 0 ? 'Your Cart is empty :(' : 'My Cart'}</PageHeading>
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
