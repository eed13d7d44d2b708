import {
  cashToCollect,
  dueRefunds,
  findEvent,
  formatDeliveryDate,
  formatRupees,
  isDeliveryDatePast,
  type LineState,
  lineState,
  type Order,
  type OrderEvent,
  orderStatus,
  refundedAmount,
} from '@patchwork/shop/domain';
import { type ReactNode, useId } from 'react';
import { deliveryDayOf, PriceTable } from '../cart-lines/PriceSummary.tsx';
import * as t from '../texts/order.ts';
import { AddressLines, formatTime } from './AddressLines.tsx';
import styles from './OrderDetails.module.css';

const noteTexts = {
  bought: undefined,
  cancelled: t.cancelled,
  returnAsked: t.returnRequested,
  returned: t.returned,
  refundGranted: t.pricePaidBack,
};

/** Returns the note about a line, such as 'Cancelled'; undefined for a line that was only bought. */
function lineNote(order: Order, productId: string): string | undefined {
  const state = lineState(order, productId);
  if (state !== 'returnDeclined') return noteTexts[state];
  const declined = order.events.findLast(
    (event) => event.type === 'returnDeclined' && event.products.includes(productId),
  );
  return t.returnDeclined({ reason: declined && 'reason' in declined ? declined.reason : '' });
}

interface Step {
  readonly name: string;
  /** Time of the step: ISO, UTC; undefined for a future step. */
  readonly at: string | undefined;
}

/** Returns the steps of an order's delivery or, if all lines were cancelled, of its cancellation. */
function stepsOf(order: Order): readonly Step[] {
  const at = (type: OrderEvent['type']) => findEvent(order, type)?.at;
  const placed = { name: t.placed, at: order.placedAt };
  const packed = { name: t.packed, at: at('packed') };
  const shipped = { name: t.shipped, at: at('shipped') };
  const isCancelled = order.lines.every(
    ({ product }) => lineState(order, product.id) === 'cancelled',
  );
  if (isCancelled) {
    const cancelled = { name: t.cancelled, at: at('cancelled') };
    // An earlier cancellation of one line may have been paid back already.
    const refundedAt = orderStatus(order) === 'refunded' ? at('refunded') : undefined;
    return [
      placed,
      // A parcel that was refused at the door had been shipped.
      ...[packed, shipped].filter((step) => step.at !== undefined),
      cancelled,
      ...(order.cashOnDelivery ? [] : [{ name: t.refunded, at: refundedAt }]),
    ];
  }
  return [placed, packed, shipped, { name: t.delivered, at: at('delivered') }];
}

const dayFormat = new Intl.DateTimeFormat(t.locale, { day: 'numeric', month: 'short' });

interface OrderProps {
  order: Order;
}

/** Steps of an order, the completed ones with their days. The last completed step is the current one. */
function Progress({ order }: OrderProps) {
  const steps = stepsOf(order);
  const current = steps.findLastIndex(({ at }) => at !== undefined);
  return (
    <ol className={styles.progress} aria-label={t.status}>
      {steps.map(({ name, at }, index) => (
        <li
          key={name}
          data-done={at !== undefined}
          aria-current={index === current ? 'step' : undefined}
        >
          <span>{name}</span>
          {at !== undefined && (
            <time dateTime={at} title={formatTime(at)}>
              {dayFormat.format(new Date(at))}
            </time>
          )}
        </li>
      ))}
    </ol>
  );
}

/** Day by which an order arrives: the promised one or, if no day was promised, that of its products. */
function arrivalOf({ lines, deliveryDays: days, placedAt }: Order): string | undefined {
  const placed = new Date(placedAt);
  if (days === undefined) return deliveryDayOf(lines, placed);
  return isDeliveryDatePast(days, placed, new Date())
    ? undefined
    : formatDeliveryDate(days, placed);
}

/** Carrier with the tracking link, expected delivery day, and last day for returns, as far as each applies. */
function Delivery({ order }: OrderProps) {
  const shipped = findEvent(order, 'shipped');
  const day = arrivalOf(order);
  const isUnderWay = ['placed', 'packed', 'shipped'].includes(orderStatus(order));
  if (!shipped && !(isUnderWay && day)) return null;
  return (
    <div>
      <dt>{t.delivery}</dt>
      {shipped && (
        <dd>
          {shipped.trackingUrl?.startsWith('https://') ? (
            <a href={shipped.trackingUrl} target="_blank" rel="noreferrer">
              {t.followAt({ carrier: shipped.carrier })}
            </a>
          ) : (
            shipped.carrier
          )}
        </dd>
      )}
      {isUnderWay && day && <dd>{t.arrivesBy({ day })}</dd>}
      {order.returnUntil !== null && Date.parse(order.returnUntil) > Date.now() && (
        <dd>{t.returnsUntil({ day: dayFormat.format(new Date(order.returnUntil)) })}</dd>
      )}
    </div>
  );
}

const dueSum = (order: Order): number =>
  dueRefunds(order).reduce((sum, { amount }) => sum + amount, 0);

/** Rows with the sum to pay on delivery, or that was paid then, the refunded one and the one that is being refunded. */
function Sums({ order }: OrderProps) {
  const collected = findEvent(order, 'delivered')?.cash ?? 0;
  const sums = {
    [t.toPay]: collected > 0 ? 0 : cashToCollect(order),
    [t.paidCash]: collected,
    [t.paidBack]: -refundedAmount(order),
    [order.cashOnDelivery ? t.toTransfer : t.onItsWay]: -dueSum(order),
  };
  return Object.entries(sums)
    .filter(([, sum]) => sum !== 0)
    .map(([name, sum]) => (
      <tr key={name}>
        <th scope="row" colSpan={2}>
          {name}
        </th>
        <td>{sum < 0 ? `−${formatRupees(-sum)}` : formatRupees(sum)}</td>
      </tr>
    ));
}

const changeTexts = {
  cancelled: [t.allCancelled, t.someCancelled],
  returnAsked: [t.allRequested, t.someRequested],
  returned: [t.allReturned, t.someReturned],
} as const;

/** What was cancelled or returned, and the money that goes back; nothing for an order that was only bought. */
function Change({ order }: OrderProps) {
  const count = (state: LineState) =>
    order.lines.filter(({ product }) => lineState(order, product.id) === state).length;
  const all = order.lines.length;
  const changes = Object.entries(changeTexts).flatMap(([state, [whole, part]]) => {
    const changed = count(state as LineState);
    if (changed === 0) return [];
    return changed === all ? whole : part({ changed, all });
  });
  const due = dueSum(order);
  const way = order.cashOnDelivery ? t.willTransfer : t.comesBack;
  const sum = due > 0 ? ` ${way({ sum: formatRupees(due) })}` : '';
  if (changes.length === 0) return null;
  return <p className={styles.change}>{`${changes.join(' ')}${sum}`}</p>;
}

interface OrderDetailsProps extends OrderProps {
  /** Buttons below the order, which are not printed. */
  action?: ReactNode;
}

/** Order with number, status, lines, address, time and payment. The style sheet contains its print style. */
export function OrderDetails({ order, action }: OrderDetailsProps) {
  const titleId = useId();
  return (
    <article aria-labelledby={titleId} className={`sheet ${styles.order}`}>
      <h2 id={titleId} tabIndex={-1} className={styles.title}>
        {t.orderOf({
          time: formatTime(order.placedAt),
          stamp: (text) => <time dateTime={order.placedAt}>{text}</time>,
        })}
      </h2>
      <Change order={order} />
      <dl className={styles.facts}>
        <div>
          <dt>{t.number}</dt>
          <dd className={styles.reference}>{order.number}</dd>
        </div>
        <Delivery order={order} />
      </dl>
      <Progress order={order} />
      <PriceTable
        lines={order.lines}
        total={order.total}
        fee={order.cashOnDelivery?.fee}
        noteOf={(productId) => lineNote(order, productId)}
        foot={<Sums order={order} />}
      />
      <dl className={`${styles.facts} ${styles.beside}`}>
        <div>
          <dt>{t.deliveryAddress}</dt>
          <dd>
            <AddressLines address={order.address} />
          </dd>
        </div>
        <div>
          <dt>{order.cashOnDelivery ? t.payment : t.paymentReference}</dt>
          <dd className={styles.reference}>
            {order.cashOnDelivery ? t.cash : order.paymentReference}
          </dd>
        </div>
      </dl>
      {action && <div className={styles.action}>{action}</div>}
    </article>
  );
}
