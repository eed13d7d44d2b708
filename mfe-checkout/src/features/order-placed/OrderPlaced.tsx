import { Link, pathToAtom } from '@patchwork/shop';
import { buttonLook, EmptyState, LoadError, PageHeading, Spinner } from '@patchwork/shop/ui';
import { useAtomValue } from 'jotai';
import { EmptyPicture } from '../../EmptyPicture.tsx';
import { OrderDetails } from '../../order/OrderDetails.tsx';
import { Steps } from '../../order/Steps.tsx';
import page from '../../Page.module.css';
import parcel from '../../parcel.svg';
import { Slot } from '../../slots.ts';
import { ordersLoadAtom, placedOrderAtom } from '../../state/orders.ts';
import styles from './OrderPlaced.module.css';

function Ways() {
  const pathTo = useAtomValue(pathToAtom);
  return (
    <>
      <Link to={pathTo('product-list')} {...buttonLook()}>
        Checkout more deals!
      </Link>
      <Link to={pathTo('orders')} {...buttonLook('quiet')}>
        All your orders
      </Link>
    </>
  );
}

/** Page that confirms the order that was just placed, or says that there is none. */
export function OrderPlaced() {
  const order = useAtomValue(placedOrderAtom);
  const { isPending, isError, refetch } = useAtomValue(ordersLoadAtom);
  if (!order && isPending) return <Spinner label="Loading your order" />;
  const missing = isError ? 'Your order' : 'No order to show';
  return (
    <div className={`container ${page.page}`} data-tall="true">
      <PageHeading>{order ? 'Your Order has been Placed Successfully' : missing}</PageHeading>
      {!order && isError && (
        <LoadError message="Your order could not be loaded." onRetry={() => void refetch()} />
      )}
      {!order && !isError && (
        <EmptyState picture={<EmptyPicture src={parcel} />} actions={<Ways />}>
          <p>This page confirms an order right after it is placed. None was placed just now.</p>
        </EmptyState>
      )}
      {order && (
        <>
          <Steps current="Done" />
          <p className={styles.thanks}>Thank you for shopping with us</p>
          <OrderDetails order={order} />
          <div className={styles.ways}>
            <Ways />
          </div>
          <div className={page.more}>
            <Slot
              name="order-recommendations"
              props={{ products: order.lines.map(({ product }) => product) }}
            />
          </div>
        </>
      )}
    </div>
  );
}
