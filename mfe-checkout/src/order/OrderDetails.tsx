import type { Order } from '@patchwork/shop/domain';
import { useId } from 'react';
import { PriceTable } from '../cart-lines/PriceTable.tsx';
import { AddressLines } from './AddressLines.tsx';
import { formatTime } from './format-time.ts';
import styles from './OrderDetails.module.css';

interface OrderDetailsProps {
  order: Order;
}

/** An order: lines, address, time and payment. The style sheet has its print style. */
export function OrderDetails({ order }: OrderDetailsProps) {
  const titleId = useId();
  return (
    <article aria-labelledby={titleId} className={`sheet ${styles.order}`}>
      <h2 id={titleId} tabIndex={-1} className={styles.title}>
        Order of <time dateTime={order.placedAt}>{formatTime(order.placedAt)}</time>
      </h2>
      <PriceTable lines={order.lines} total={order.total} />
      <dl className={styles.facts}>
        <div>
          <dt>Delivery address</dt>
          <dd>
            <AddressLines address={order.address} />
          </dd>
        </div>
        <div>
          <dt>Payment reference</dt>
          <dd className={styles.reference}>{order.paymentReference}</dd>
        </div>
      </dl>
    </article>
  );
}
