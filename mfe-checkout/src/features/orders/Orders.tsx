import { Link } from '@patchwork/router';
import { orderHistoryAtom, ordersLoadAtom, pathToAtom } from '@patchwork/state';
import { Button, buttonLook, EmptyState, ListStatus, PageHeading } from '@patchwork/ui';
import { useAtomValue } from 'jotai';
import { OrderDetails } from '../../order/OrderDetails.tsx';
import page from '../../Page.module.css';
import { PendingPaymentNotice } from '../../pending-payment/PendingPaymentNotice.tsx';
import styles from './Orders.module.css';

/** The shopper's orders, newest first. */
export function Orders() {
  const pathTo = useAtomValue(pathToAtom);
  const orders = useAtomValue(orderHistoryAtom);
  const load = useAtomValue(ordersLoadAtom);
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
      <ListStatus list="orders" load={load} />
      {load.data?.length === 0 && !load.isError && (
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
      {orders.length > 0 && (
        <ul className={styles.orders}>
          {orders.map((order) => (
            <li key={order.id}>
              <OrderDetails order={order} />
            </li>
          ))}
        </ul>
      )}
    </div>
  );
}
