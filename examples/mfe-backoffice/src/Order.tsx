import { serverData, servicesAtom, toast, useParams } from '@patchwork/shop';
import {
  findEvent,
  findLineEvent,
  formatRupees,
  lineState,
  mapResult,
} from '@patchwork/shop/domain';
import { Section } from '@patchwork/shop/ui';
import { useAtomValue, useSetAtom } from 'jotai';
import { useMemo, useRef, useState } from 'react';
import { flushSync } from 'react-dom';
import { changeOrder, findOrder, type OrderAction, type Order as OrderData } from './api.ts';
import styles from './backoffice.module.css';
import { describePiece, exchangeOf, refundByHand } from './exchange.ts';
import { Frame, Status, Time } from './Frame.tsx';
import { Actions, type FormName, type Problem } from './OrderActions.tsx';

type Line = OrderData['lines'][number];
type Event = OrderData['events'][number];

const lineTexts = {
  bought: undefined,
  cancelled: 'Cancelled',
  returnAsked: 'Return requested',
  returned: 'Returned',
  returnDeclined: 'Return declined',
  exchangeAsked: 'Exchange requested',
  exchangeSent: 'Exchange sent',
  exchangeDeclined: 'Exchange declined',
  exchanged: 'Exchanged',
  refundGranted: 'Paid back',
} as const;

const eventTexts = {
  packed: 'Packed',
  shipped: 'Shipped',
  delivered: 'Delivered',
  cancelled: 'Cancelled',
  returnAsked: 'Return requested',
  returnAccepted: 'Return accepted',
  returnDeclined: 'Return declined',
  exchangeAsked: 'Exchange requested',
  exchangeWithdrawn: 'Exchange withdrawn',
  exchangeExpired: 'Exchange ended, because it was not sent in time',
  exchangeSent: 'Exchange sent',
  exchangeDeclined: 'Exchange declined',
  exchanged: 'Exchanged',
  refundGranted: 'Refund granted',
  refunded: 'Paid back',
} as const satisfies Record<Event['type'], string>;

const namesOf = (lines: readonly Line[], products: readonly string[]) =>
  lines
    .filter(({ _id }) => products.includes(_id))
    .map(({ title }) => title)
    .join(', ');

function History({ order: { placedAt, events, lines } }: { order: OrderData }) {
  return (
    <ol className={styles.history}>
      <li>
        <strong>Placed</strong> <Time at={placedAt} />
      </li>
      {events.map((event, index) => (
        <li key={index}>
          <strong>{eventTexts[event.type]}</strong> <Time at={event.at} />
          {'carrier' in event && (
            <p>
              {event.trackingUrl === undefined ? (
                event.carrier
              ) : (
                <a href={event.trackingUrl} target="_blank" rel="noreferrer">
                  {event.carrier}
                </a>
              )}
            </p>
          )}
          {'products' in event && <p>{namesOf(lines, event.products)}</p>}
          {'to' in event && (
            <p>
              For {describePiece(event.to)}, to be sent by <Time at={event.until} />
            </p>
          )}
          {'reason' in event && <p>“{event.reason}”</p>}
          {'cash' in event && event.cash !== 0 && <p>{formatRupees(event.cash ?? 0)} in cash</p>}
          {'amount' in event && <p>{formatRupees(event.amount)}</p>}
          {'reference' in event && <p>{event.reference}</p>}
        </li>
      ))}
    </ol>
  );
}

function Lines({ order }: { order: OrderData }) {
  return (
    <Section title="Products" className={styles.block}>
      <ul className={styles.rows}>
        {order.lines.map(({ _id, title, size, price, qty }) => {
          const note = lineTexts[lineState(order, _id)];
          const piece = exchangeOf(order, _id);
          return (
            <li key={_id} className={styles.line}>
              <span>
                {title}, size {size} {note && <small>{note}</small>}
                {piece && <small> for {describePiece(piece)}</small>}
              </span>
              <small>
                {qty} × {formatRupees(price)}
              </small>
              <span className={styles.sum}>{formatRupees(qty * price)}</span>
            </li>
          );
        })}
        {order.cashOnDelivery && (
          <li className={styles.line}>
            <span>Cash on delivery</span>
            <span className={styles.sum}>{formatRupees(order.cashOnDelivery.fee)}</span>
          </li>
        )}
        <li className={styles.line}>
          <strong>Total</strong>
          <strong className={styles.sum}>{formatRupees(order.total)}</strong>
        </li>
      </ul>
    </Section>
  );
}

const Facts = ({
  order: { shopper, address, paymentReference, cashOnDelivery },
}: {
  order: OrderData;
}) => (
  <Section title="Shopper" className={styles.block}>
    <dl className={styles.facts}>
      <div>
        <dt>Account</dt>
        <dd>
          {shopper.name || 'Deleted account'} <small>{shopper.email}</small>
        </dd>
      </div>
      <div>
        <dt>Delivery address</dt>
        <dd>
          {address.name && <span>{address.name}</span>}
          {address.street && (
            <span>
              {address.houseNumber}, {address.street}
            </span>
          )}
          <span>
            {address.city}, {address.state} {address.pinCode}
          </span>
          {address.mobile && <span>Mobile: {address.mobile}</span>}
        </dd>
      </div>
      <div>
        <dt>{cashOnDelivery ? 'Payment' : 'Payment reference'}</dt>
        <dd>{cashOnDelivery ? 'Cash on delivery' : paymentReference}</dd>
      </div>
    </dl>
  </Section>
);

const doneTexts = {
  pack: 'The order is packed.',
  ship: 'The order is shipped.',
  deliver: 'The order is delivered.',
  refuse: 'The order is cancelled, and its pieces are in stock again.',
  cancel: 'The products are cancelled.',
  acceptReturn: 'The return is accepted.',
  declineReturn: 'The return is declined.',
  sendExchange: 'The exchange is sent.',
  completeExchange: 'The pieces are swapped.',
  declineExchange: 'The exchange is declined.',
  grantRefund: 'The price is paid back.',
  recordRefund: 'The refund is recorded.',
} as const satisfies Record<OrderAction['type'], string>;

/**
 * Returns a message if the order was shipped with details other than the action's: the API ignores a repeated action,
 * but answers as if it had succeeded.
 */
function shippedOtherwise(order: OrderData, action: OrderAction): string | undefined {
  if (!('carrier' in action)) return undefined;
  const shipped =
    action.type === 'ship'
      ? findEvent(order, 'shipped')
      : findLineEvent(order, 'exchangeSent', action.products[0] ?? '');
  if (!shipped) return undefined;
  const { carrier, trackingUrl } = shipped;
  return carrier === action.carrier && trackingUrl === action.trackingUrl
    ? undefined
    : `Someone else has shipped ${action.type === 'ship' ? 'this order' : 'this exchange'} already, with ${carrier}.`;
}

const orderAtomOf = (reference: string) =>
  serverData<OrderData>(() => ({
    key: ['backoffice-order', reference],
    scope: 'shopper',
    load: async (api, options) =>
      mapResult(
        await api.call(findOrder, { order: reference }, options),
        ({ order }): OrderData => order,
      ),
  }));

/** Page with an order's lines, shopper, history and possible actions. */
export function Order() {
  const { order: reference = '' } = useParams();
  const orderAtom = useMemo(() => orderAtomOf(reference), [reference]);
  const load = useAtomValue(orderAtom);
  const takeOrder = useSetAtom(orderAtom);
  const { callApi } = useAtomValue(servicesAtom);
  const [problem, setProblem] = useState<Problem>();
  const isBusy = useRef(false);
  const order = load.data;

  async function send(form: FormName, action: OrderAction | string): Promise<boolean> {
    if (isBusy.current) return false;
    // Removed first, so that a screen reader announces the same message again.
    flushSync(() => setProblem(undefined));
    const refuse = (message: string) => {
      setProblem({ form, message });
      return false;
    };
    if (typeof action === 'string') return refuse(action);
    isBusy.current = true;
    const changed = await callApi((api) =>
      api.call(changeOrder, { order: reference, body: action }),
    );
    isBusy.current = false;
    if (!changed.ok) {
      // Another operator may have changed the order, or the action succeeded and its response was lost.
      void load.refetch();
      return refuse(changed.error);
    }
    await takeOrder(() => changed.value.order);
    const otherwise = shippedOtherwise(changed.value.order, action);
    if (otherwise !== undefined) return refuse(otherwise);
    const isOwed = action.type === 'grantRefund' && refundByHand(changed.value.order) !== undefined;
    toast.success(isOwed ? 'The price is to be paid back by you.' : doneTexts[action.type]);
    return true;
  }

  return (
    <Frame heading={`Order ${order?.number ?? reference}`} current="backoffice" load={load}>
      {order && (
        <div className={styles.detail}>
          <div className={styles.side}>
            <p>
              <Status status={order.status} />
            </p>
            <Actions order={order} problem={problem} send={send} />
          </div>
          <div className={styles.main}>
            <Lines order={order} />
            <Facts order={order} />
            <Section title="History" className={styles.block}>
              <History order={order} />
            </Section>
          </div>
        </div>
      )}
    </Frame>
  );
}
