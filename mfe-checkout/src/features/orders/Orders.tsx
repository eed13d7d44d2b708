import { Link, pathToAtom } from '@patchwork/shop';
import type { Order } from '@patchwork/shop/domain';
import {
  Button,
  buttonLook,
  EmptyState,
  isFocusLost,
  ListStatus,
  PageHeading,
} from '@patchwork/shop/ui';
import { type ExtractAtomValue, useAtomValue } from 'jotai';
import { useLayoutEffect, useRef } from 'react';
import { EmptyPicture } from '../../EmptyPicture.tsx';
import { OrderDetails } from '../../order/OrderDetails.tsx';
import page from '../../Page.module.css';
import parcel from '../../parcel.svg';
import { PendingPaymentNotice } from '../../pending-payment/PendingPaymentNotice.tsx';
import { Slot } from '../../slots.ts';
import { orderHistoryAtom, ordersLoadAtom } from '../../state/orders.ts';
import * as t from '../../texts/orders.ts';
import { BuyAgain } from './BuyAgain.tsx';
import { ChangeOrder } from './ChangeOrder.tsx';
import { ExchangeLine } from './ExchangeLine.tsx';
import styles from './Orders.module.css';

interface OrderPagesProps {
  orders: readonly Order[];
  load: ExtractAtomValue<typeof ordersLoadAtom>;
}

function OrderPages({ orders, load }: OrderPagesProps) {
  const { hasNextPage, isFetchingNextPage, isFetchNextPageError } = load;
  const list = useRef<HTMLUListElement>(null);
  /** Request for more orders: index of the first additional one, and the pressed button. */
  const asked = useRef<{ readonly at: number; readonly pressed: Element | null }>(null);

  // Focuses that order once it is rendered, unless the shopper has moved the focus meanwhile.
  useLayoutEffect(() => {
    if (!asked.current) return;
    const { at, pressed } = asked.current;
    if (orders.length <= at) return;
    const heading = list.current?.children[at]?.querySelector('h2');
    asked.current = null;
    if (isFocusLost() || document.activeElement === pressed)
      heading?.focus({ preventScroll: true });
  }, [orders]);

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
            <OrderDetails
              order={order}
              action={
                <>
                  <BuyAgain order={order} />
                  <ChangeOrder order={order} />
                  <ExchangeLine order={order} />
                </>
              }
            />
          </li>
        ))}
      </ul>
      {hasNextPage && (
        <div className={styles.more}>
          {isFetchNextPageError && <p role="alert">{t.moreNotLoaded}</p>}
          <Button variant="quiet" aria-busy={isFetchingNextPage} onClick={showMore}>
            {isFetchNextPageError ? t.tryAgain : t.showMore}
          </Button>
        </div>
      )}
    </>
  );
}

export function Orders() {
  const pathTo = useAtomValue(pathToAtom);
  const orders = useAtomValue(orderHistoryAtom);
  const load = useAtomValue(ordersLoadAtom);
  // A failure to load older orders is reported below the list.
  const isError = load.isError && !load.isFetchNextPageError;
  return (
    <div className={`container ${page.page}`} data-tall={load.data?.length !== 0}>
      <PageHeading
        action={
          // Rendered even without orders, so that the heading doesn't move when they arrive.
          <div className={styles.print} data-hidden={orders.length === 0}>
            <Button variant="quiet" size="small" onClick={() => window.print()}>
              {t.print}
            </Button>
          </div>
        }
      >
        {t.heading}
      </PageHeading>
      <PendingPaymentNotice />
      <ListStatus list="orders" load={{ ...load, isError }} />
      {load.data?.length === 0 && !isError && (
        <>
          <EmptyState
            title={t.none}
            picture={<EmptyPicture src={parcel} />}
            actions={
              <Link to={pathTo('product-list')} {...buttonLook()}>
                {t.shop}
              </Link>
            }
          >
            <p>{t.noneNote}</p>
          </EmptyState>
          <div className={page.more}>
            <Slot name="orders-recommendations" props={{ products: [] }} />
          </div>
        </>
      )}
      {orders.length > 0 && <OrderPages orders={orders} load={load} />}
    </div>
  );
}
