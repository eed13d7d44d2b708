import type { Order } from '@patchwork/shop/domain';
import { Button, isFocusLost } from '@patchwork/shop/ui';
import type { ExtractAtomValue } from 'jotai';
import { useLayoutEffect, useRef } from 'react';
import { OrderDetails } from '../../order/OrderDetails.tsx';
import type { ordersLoadAtom } from '../../state/orders.ts';
import styles from './Orders.module.css';

interface OrderPagesProps {
  orders: readonly Order[];
  load: ExtractAtomValue<typeof ordersLoadAtom>;
}

/** The newest orders, and older ones on demand. */
export function OrderPages({ orders, load }: OrderPagesProps) {
  const { hasNextPage, isFetchingNextPage, isFetchNextPageError } = load;
  const list = useRef<HTMLUListElement>(null);
  /** The position of the first order that was asked for, and the button that was pressed for it. */
  const asked = useRef<{ readonly at: number; readonly pressed: Element | null }>(null);

  // The focus goes to that order once it is there, unless the shopper has gone on since.
  useLayoutEffect(() => {
    if (!asked.current) return;
    const { at, pressed } = asked.current;
    const heading = list.current?.children[at]?.querySelector('h2');
    if (!heading) return;
    asked.current = null;
    if (isFocusLost() || document.activeElement === pressed) heading.focus({ preventScroll: true });
  });

  function showMore() {
    if (isFetchingNextPage) return;
    asked.current = { at: orders.length, pressed: document.activeElement };
    void load.fetchNextPage();
  }

  return (
    <>
      <ul className={styles.orders} ref={list}>
        {orders.map((order) => (
          <li key={order.id}>
            <OrderDetails order={order} />
          </li>
        ))}
      </ul>
      {hasNextPage && (
        <div className={styles.more}>
          {isFetchNextPageError && <p role="alert">More orders could not be loaded.</p>}
          <Button variant="quiet" aria-busy={isFetchingNextPage} onClick={showMore}>
            {isFetchNextPageError ? 'Try again' : 'Show more orders'}
          </Button>
        </div>
      )}
    </>
  );
}
