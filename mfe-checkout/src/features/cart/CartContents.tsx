import type { LineItem } from '@patchwork/domain';
import { Link } from '@patchwork/router';
import { pathToAtom } from '@patchwork/state';
import { buttonLook, EmptyState, PageHeading, useStrayPresses } from '@patchwork/ui';
import { useAtomValue } from 'jotai';
import { type ReactNode, useRef } from 'react';
import { PriceSummary } from '../../cart-lines/PriceSummary.tsx';
import styles from './CartContents.module.css';
import { CartLine } from './CartLine.tsx';
import { useFocusAfterRemoval } from './useFocusAfterRemoval.ts';

interface CartContentsProps {
  lines: readonly LineItem[];
  /** Below the heading: whether the lines are up to date. */
  children: ReactNode;
}

export function CartContents({ lines, children }: CartContentsProps) {
  const pathTo = useAtomValue(pathToAtom);
  const contents = useRef<HTMLDivElement>(null);
  useFocusAfterRemoval(lines, contents);
  const stopStrayPress = useStrayPresses(lines.map(({ product }) => product.id));
  const isEmpty = lines.length === 0;
  return (
    <div ref={contents} className={styles.contents}>
      <PageHeading>{isEmpty ? 'Your Cart is empty :(' : 'My Cart'}</PageHeading>
      {children}
      {isEmpty ? (
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
        <div className={styles.columns}>
          <ul className={styles.lines}>
            {lines.map((line) => (
              <li key={line.product.id} onClickCapture={stopStrayPress(line.product.id)}>
                <CartLine line={line} />
              </li>
            ))}
          </ul>
          <div className={styles.summary}>
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
