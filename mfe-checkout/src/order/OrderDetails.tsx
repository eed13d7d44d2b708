import {
  cashAtExchange,
  cashToCollect,
  dueRefunds,
  exchangeCash,
  exchangeDifference,
  exchangedLine,
  findEvent,
  findLineEvent,
  formatDeliveryDate,
  formatRupees,
  isDeliveryDatePast,
  isInExchange,
  type LineItem,
  type LineState,
  lineNow,
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
import { describePiece, returnableUntil } from './exchange.ts';
import styles from './OrderDetails.module.css';

const dayFormat = new Intl.DateTimeFormat(t.locale, { day: 'numeric', month: 'short' });

const noteTexts = {
  cancelled: t.cancelled,
  returnAsked: t.returnRequested,
  returned: t.returned,
  refundGranted: t.pricePaidBack,
};

/** Returns what became of a line; undefined for a line that was only bought. */
function stateNote(order: Order, line: LineItem): string | undefined {
  const { id } = line.product;
  const piece = describePiece(exchangedLine(order, line).product, line.product);
  const state = lineState(order, id);
  switch (state) {
    case 'bought': {
      const last = order.events.findLast(
        (event) => 'products' in event && event.products.includes(id),
      );
      return last?.type === 'exchangeExpired' ? t.exchangeExpired({ piece }) : undefined;
    }
    case 'returnDeclined':
      return t.returnDeclined({ reason: findLineEvent(order, state, id)?.reason ?? '' });
    case 'exchangeAsked': {
      const until = findLineEvent(order, state, id)?.until ?? '';
      return t.exchangeAsked({ piece, day: dayFormat.format(new Date(until)) });
    }
    case 'exchangeSent':
      return t.exchangeSent({ piece });
    case 'exchangeDeclined':
      return t.exchangeDeclined({
        piece,
        reason: findLineEvent(order, state, id)?.reason ?? '',
      });
    case 'exchanged':
      return undefined;
    default:
      return noteTexts[state];
  }
}

/** Returns the note about a line, such as 'Cancelled'; undefined if there is nothing to say. */
function lineNote(order: Order, productId: string): string | undefined {
  const line = order.lines.find(({ product }) => product.id === productId);
  if (!line) return undefined;
  const note = stateNote(order, line);
  if (!findLineEvent(order, 'exchanged', productId)) return note;
  const now = lineNow(order, line).product;
  const exchanged = t.exchanged({
    piece: describePiece(now, line.product),
    before: describePiece(line.product, now),
  });
  return note === undefined ? exchanged : t.sentences({ first: exchanged, second: note });
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

interface ParcelProps {
  follow: (values: { readonly carrier: string }) => string;
  carrier: string;
  trackingUrl: string | undefined;
}

/** Link to a parcel at its carrier or, without one, the carrier. */
const Parcel = ({ follow, carrier, trackingUrl }: ParcelProps) => (
  <dd>
    {trackingUrl?.startsWith('https://') ? (
      <a href={trackingUrl} target="_blank" rel="noreferrer">
        {follow({ carrier })}
      </a>
    ) : (
      carrier
    )}
  </dd>
);

/** Carriers with tracking links, expected delivery day, and last day for returns, as far as each applies. */
function Delivery({ order }: OrderProps) {
  const shipped = findEvent(order, 'shipped');
  const day = arrivalOf(order);
  const isUnderWay = ['placed', 'packed', 'shipped'].includes(orderStatus(order));
  if (!shipped && !(isUnderWay && day)) return null;
  const until = returnableUntil(order);
  return (
    <div>
      <dt>{t.delivery}</dt>
      {shipped && (
        <Parcel follow={t.followAt} carrier={shipped.carrier} trackingUrl={shipped.trackingUrl} />
      )}
      {isUnderWay && day && <dd>{t.arrivesBy({ day })}</dd>}
      {until && until.getTime() > Date.now() && (
        <dd>{t.returnsUntil({ day: dayFormat.format(until) })}</dd>
      )}
      {order.lines.map(({ product: { id } }) => {
        const sent = findLineEvent(order, 'exchangeSent', id);
        return sent && lineState(order, id) === 'exchangeSent' ? (
          <Parcel
            key={id}
            follow={t.followExchange}
            carrier={sent.carrier}
            trackingUrl={sent.trackingUrl}
          />
        ) : null;
      })}
    </div>
  );
}

const dueSum = (order: Order, wanted?: { readonly byHand: boolean }): number =>
  dueRefunds(order).reduce(
    (sum, { amount, byHand }) => (!wanted || wanted.byHand === byHand ? sum + amount : sum),
    0,
  );

/** Rows with the sums to pay at the door, or that were paid there, the refunded one and those that are being refunded. */
function Sums({ order }: OrderProps) {
  const collected = findEvent(order, 'delivered')?.cash ?? 0;
  const inExchange = order.lines.filter(({ product }) => isInExchange(order, product.id));
  const sums = {
    [t.toPay]: collected > 0 ? 0 : cashToCollect(order),
    [t.paidCash]: collected,
    [t.toPayAtExchange]: cashAtExchange(
      order,
      inExchange.map(({ product }) => product.id),
    ),
    [t.toGoBack]: inExchange.reduce(
      (sum, line) => sum + Math.min(0, exchangeDifference(order, line)),
      0,
    ),
    [t.paidAtExchange]: exchangeCash(order),
    [t.paidBack]: -refundedAmount(order),
    [t.onItsWay]: -dueSum(order, { byHand: false }),
    [t.toTransfer]: -dueSum(order, { byHand: true }),
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
  exchangeAsked: [t.allExchangeAsked, t.someExchangeAsked],
  exchangeSent: [t.allExchangeSent, t.someExchangeSent],
  exchanged: [t.allExchanged, t.someExchanged],
} as const;

/** What was cancelled, returned or exchanged, and the money that goes back; nothing for an order that was only bought. */
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
  const way = dueSum(order, { byHand: true }) > 0 ? t.willTransfer : t.comesBack;
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
        shownAs={(line) => lineNow(order, line).product}
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
