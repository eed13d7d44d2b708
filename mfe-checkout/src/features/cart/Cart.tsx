import { cartAtom, Link, pathToAtom } from '@patchwork/shop';
import type { LineItem } from '@patchwork/shop/domain';
import {
  buttonLook,
  EmptyState,
  ListStatus,
  PageHeading,
  useStrayPresses,
} from '@patchwork/shop/ui';
import { useAtomValue } from 'jotai';
import { type RefObject, useLayoutEffect, useRef } from 'react';
import { PriceSummary } from '../../cart-lines/PriceSummary.tsx';
import page from '../../Page.module.css';
import { Slot } from '../../slots.ts';
import styles from './Cart.module.css';
import { CartLine } from './CartLine.tsx';

/**
 * The pressed button is removed with its line. The focus then goes to the line that moved into its
 * position, or to the page's heading when no line is left.
 */
function useFocusAfterRemoval(
  lines: readonly LineItem[],
  contents: RefObject<HTMLElement | null>,
): void {
  const shown = useRef(lines);

  useLayoutEffect(() => {
    const removedAt = shown.current.findIndex(
      ({ product }) => !lines.some((line) => line.product.id === product.id),
    );
    shown.current = lines;
    const focusIsLost = document.activeElement === document.body;
    if (removedAt === -1 || !focusIsLost) return;
    const links = contents.current?.querySelectorAll<HTMLElement>('article h2 a') ?? [];
    const next = links[Math.min(removedAt, links.length - 1)];
    (next ?? document.querySelector<HTMLElement>('h1'))?.focus({ preventScroll: true });
  }, [lines, contents]);
}

interface CartContentsProps {
  lines: readonly LineItem[];
}

function CartContents({ lines }: CartContentsProps) {
  const pathTo = useAtomValue(pathToAtom);
  const contents = useRef<HTMLDivElement>(null);
  useFocusAfterRemoval(lines, contents);
  const stopStrayPress = useStrayPresses(lines.map(({ product }) => product.id));
  return (
    <div ref={contents}>
      {lines.length === 0 ? (
        <EmptyState
          actions={
            <Link to={pathTo('product-list')} {...buttonLook()}>
              Shop the collection
            </Link>
          }
        >
          <p>What you add to your cart waits for you here.</p>
        </EmptyState>
      ) : (
        <div className={page.columns}>
          <ul className={styles.lines}>
            {lines.map((line) => (
              <li key={line.product.id} onClickCapture={stopStrayPress(line.product.id)}>
                <CartLine line={line} />
              </li>
            ))}
          </ul>
          <div className={page.summary}>
            <PriceSummary title="Cart Price Details" lines={lines}>
              <Link to={pathTo('checkout')} {...buttonLook()}>
                Checkout
              </Link>
            </PriceSummary>
          </div>
        </div>
      )}
    </div>
  );
}

/** The cart. It is called empty only once that is known: the release has it as it looks before, as HTML. */
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
