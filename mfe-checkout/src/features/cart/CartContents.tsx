import { Link, pathToAtom } from '@patchwork/shop';
import type { LineItem } from '@patchwork/shop/domain';
import { buttonLook, EmptyState, useStrayPresses } from '@patchwork/shop/ui';
import { useAtomValue } from 'jotai';
import { useRef } from 'react';
import { PriceSummary } from '../../cart-lines/PriceSummary.tsx';
import page from '../../Page.module.css';
import styles from './CartContents.module.css';
import { CartLine } from './CartLine.tsx';
import { useFocusAfterRemoval } from './useFocusAfterRemoval.ts';

interface CartContentsProps {
  lines: readonly LineItem[];
}

export function CartContents({ lines }: CartContentsProps) {
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
