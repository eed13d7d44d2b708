import type { Address, Order } from '@patchwork/shop/domain';
import { type ReactNode, useId } from 'react';
import { deliveryDayOf, PriceTable } from '../cart-lines/PriceSummary.tsx';
import styles from './OrderDetails.module.css';

const timeFormat = new Intl.DateTimeFormat('en-IN', { dateStyle: 'long', timeStyle: 'short' });

/** Returns an ISO timestamp as Indian English text, in the shopper's time zone. */
export const formatTime = (instant: string): string => timeFormat.format(new Date(instant));

interface AddressLinesProps {
  address: Address;
}

/** An address in the lines of a postal label. */
export function AddressLines({ address }: AddressLinesProps) {
  return (
    <address className={styles.address}>
      <strong>{address.name}</strong>
      <span>
        {address.houseNumber}, {address.street}
      </span>
      <span>
        {address.city}, {address.state} {address.pinCode}
      </span>
      <span>Mobile: {address.mobile}</span>
    </address>
  );
}

interface OrderDetailsProps {
  order: Order;
  /** A button below the order; it is not printed. */
  action?: ReactNode;
}

/** Returns the beginning of an order's id, as a number that can be read out: '3F2A-91BC'. */
const orderNumber = (id: string): string =>
  id
    .slice(0, 8)
    .toUpperCase()
    .replace(/^(.{4})(?=.)/, '$1-');

/** An order: number, lines, address, time and payment. The style sheet has its print style. */
export function OrderDetails({ order, action }: OrderDetailsProps) {
  const titleId = useId();
  const day = deliveryDayOf(order.lines, new Date(order.placedAt));
  return (
    <article aria-labelledby={titleId} className={`sheet ${styles.order}`}>
      <h2 id={titleId} tabIndex={-1} className={styles.title}>
        Order of <time dateTime={order.placedAt}>{formatTime(order.placedAt)}</time>
      </h2>
      <PriceTable lines={order.lines} total={order.total} />
      <dl className={styles.facts}>
        <div>
          <dt>Order number</dt>
          <dd className={styles.reference}>{orderNumber(order.id)}</dd>
        </div>
        <div>
          <dt>Status</dt>
          <dd>{day ? `Paid · arrives by ${day}` : 'Paid'}</dd>
        </div>
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
      {action && <div className={styles.action}>{action}</div>}
    </article>
  );
}
