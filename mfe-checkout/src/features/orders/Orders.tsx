import { Link, pathToAtom } from '@patchwork/shop';
import { Button, buttonLook, EmptyState, ListStatus, PageHeading } from '@patchwork/shop/ui';
import { useAtomValue } from 'jotai';
import page from '../../Page.module.css';
import { PendingPaymentNotice } from '../../pending-payment/PendingPaymentNotice.tsx';
import { orderHistoryAtom, ordersLoadAtom } from '../../state/orders.ts';
import { OrderPages } from './OrderPages.tsx';
import styles from './Orders.module.css';

/** The shopper's orders, newest first. */
export function Orders() {
  const pathTo = useAtomValue(pathToAtom);
  const orders = useAtomValue(orderHistoryAtom);
  const load = useAtomValue(ordersLoadAtom);
  // A failure to load older orders is told below the others.
  const isError = load.isError && !load.isFetchNextPageError;
  return (
    <div className={`container ${page.page} ${styles.page}`} data-width="narrow">
      <PageHeading
        action={
          orders.length > 0 && (
            <Button variant="quiet" size="small" onClick={() => window.print()}>
              Print
            </Button>
          )
        }
      >
        My Orders
      </PageHeading>
      <PendingPaymentNotice />
      <ListStatus list="orders" load={{ ...load, isError }} />
      {load.data?.length === 0 && !isError && (
        <EmptyState
          title="No orders yet"
          actions={
            <Link to={pathTo('product-list')} {...buttonLook()}>
              Shop the collection
            </Link>
          }
        >
          <p>What you order is listed here, with its address and its payment.</p>
        </EmptyState>
      )}
      {orders.length > 0 && <OrderPages orders={orders} load={load} />}
    </div>
  );
}
