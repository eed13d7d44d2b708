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
import * as t from '../../texts/placed.ts';
import styles from './OrderPlaced.module.css';

function Ways() {
  const pathTo = useAtomValue(pathToAtom);
  return (
    <>
      <Link to={pathTo('product-list')} {...buttonLook()}>
        {t.deals}
      </Link>
      <Link to={pathTo('orders')} {...buttonLook('quiet')}>
        {t.allOrders}
      </Link>
    </>
  );
}

/** Page that confirms the order that was just placed, or says that there is none. */
export function OrderPlaced() {
  const order = useAtomValue(placedOrderAtom);
  const { isPending, isError, refetch } = useAtomValue(ordersLoadAtom);
  if (!order && isPending) return <Spinner label={t.loading} />;
  const missing = isError ? t.yourOrder : t.noOrder;
  return (
    <div className={`container ${page.page}`} data-tall="true">
      <PageHeading>{order ? t.heading : missing}</PageHeading>
      {!order && isError && <LoadError message={t.notLoaded} onRetry={() => void refetch()} />}
      {!order && !isError && (
        <EmptyState picture={<EmptyPicture src={parcel} />} actions={<Ways />}>
          <p>{t.none}</p>
        </EmptyState>
      )}
      {order && (
        <>
          <Steps current="done" />
          <p className={styles.thanks}>{t.thanks}</p>
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
