import { cartTotal, lineTotal } from './cart.ts';
import type { Order, OrderEvent } from './order.ts';
import { err, ok, type Result } from './result.ts';

/* State machine of orders. An order is its purchase and a list of events; each state is computed from them. Only
   `decide` creates events, for both mock and API server. */

/** Request to change an order. The caller checks who may send it. */
export type OrderAction =
  | { readonly type: 'pack' }
  | { readonly type: 'ship'; readonly carrier: string; readonly trackingUrl?: string }
  | { readonly type: 'deliver' }
  /** The parcel of an order with cash on delivery was refused at the door and came back. */
  | { readonly type: 'refuse' }
  /**
   * Cancels the lines of `products` or, without `products`, all remaining lines. An operator may do so until the order
   * is shipped, a shopper until it is packed.
   */
  | {
      readonly type: 'cancel';
      readonly products?: readonly string[];
      readonly by: 'shopper' | 'operator';
    }
  | {
      readonly type: 'askReturn';
      readonly products: readonly string[];
      readonly reason: string;
      /** Days after delivery during which a return can be requested. */
      readonly days: number;
    }
  | { readonly type: 'acceptReturn'; readonly products: readonly string[] }
  | {
      readonly type: 'declineReturn';
      readonly products: readonly string[];
      readonly reason: string;
    }
  | { readonly type: 'grantRefund'; readonly products: readonly string[]; readonly reason: string }
  | { readonly type: 'confirmRefund'; readonly cause: number }
  /** The operator has paid the refund of these lines of an order with cash on delivery, with this transfer. */
  | {
      readonly type: 'recordRefund';
      readonly products: readonly string[];
      readonly reference: string;
    };

/** Reason why an action is refused: a key of the API's refusals. */
export type OrderFault =
  | 'orderPacked'
  | 'orderShipped'
  | 'orderDelivered'
  | 'orderNotPacked'
  | 'orderNotShipped'
  | 'orderNotDelivered'
  | 'orderCancelled'
  | 'lineUnknown'
  | 'lineNotReturnable'
  | 'returnNotAsked'
  | 'returnTooLate'
  | 'refundUnknown'
  | 'orderPrepaid';

export type OrderStatus =
  | 'placed'
  | 'packed'
  | 'shipped'
  | 'delivered'
  | 'cancelled'
  /** The whole price was refunded. */
  | 'refunded';

/** State of a line. A line can be cancelled, returned and refunded only as a whole. */
export type LineState =
  | 'bought'
  | 'cancelled'
  | 'returnAsked'
  | 'returned'
  | 'returnDeclined'
  | 'refundGranted';

/** Parts of an order that determine its state. */
export type OrderLife = Pick<Order, 'lines' | 'total' | 'events' | 'cashOnDelivery'>;

const lineStates = {
  cancelled: 'cancelled',
  returnAsked: 'returnAsked',
  returnAccepted: 'returned',
  returnDeclined: 'returnDeclined',
  refundGranted: 'refundGranted',
} as const satisfies Partial<Record<OrderEvent['type'], LineState>>;

export function lineState({ events }: Pick<OrderLife, 'events'>, productId: string): LineState {
  const last = events.findLast(
    (event) => 'products' in event && event.products.includes(productId),
  );
  return last && 'products' in last ? lineStates[last.type] : 'bought';
}

/** Returns the last event of this type; undefined if there is none. */
export const findEvent = <TType extends OrderEvent['type']>(
  { events }: Pick<OrderLife, 'events'>,
  type: TType,
) =>
  events.findLast(
    (event): event is Extract<OrderEvent, { readonly type: TType }> => event.type === type,
  );

/** Returns the refunded amount in rupees. */
export const refundedAmount = ({ events }: Pick<OrderLife, 'events'>): number =>
  events.reduce((sum, event) => sum + (event.type === 'refunded' ? event.amount : 0), 0);

/**
 * Returns the rupees to collect on delivery: the lines that are not cancelled, and the fee. 0 if there is no such line,
 * or if the order is not paid in cash on delivery.
 */
export function cashToCollect(order: OrderLife): number {
  if (!order.cashOnDelivery) return 0;
  const left = order.lines.filter(({ product }) => lineState(order, product.id) !== 'cancelled');
  return left.length === 0 ? 0 : cartTotal(left) + order.cashOnDelivery.fee;
}

/** Returns the rupees that were paid and can be refunded. The fee of cash on delivery can't. */
function refundable(order: OrderLife): number {
  if (!order.cashOnDelivery) return order.total;
  const collected = findEvent(order, 'delivered')?.cash;
  return collected === undefined ? 0 : collected - order.cashOnDelivery.fee;
}

/** Returns the order status shown to shoppers and operators. */
export function orderStatus(order: OrderLife): OrderStatus {
  const paid = refundable(order);
  if (paid > 0 && refundedAmount(order) === paid) return 'refunded';
  if (order.lines.every(({ product }) => lineState(order, product.id) === 'cancelled')) {
    return 'cancelled';
  }
  const reached = (['delivered', 'shipped', 'packed'] as const).find((type) =>
    findEvent(order, type),
  );
  return reached ?? 'placed';
}

/** Outstanding refund: an amount in rupees for the event at the index `cause`. */
export interface DueRefund {
  readonly cause: number;
  readonly amount: number;
}

/** Returns the outstanding refunds, oldest first. What is cancelled before it was paid in cash leaves none. */
export function dueRefunds({ lines, events, cashOnDelivery }: OrderLife): DueRefund[] {
  const paid = new Set(
    events.map((event) => (event.type === 'refunded' ? event.cause : undefined)),
  );
  return events.flatMap((event, cause) => {
    const isDue =
      (event.type === 'cancelled' && !cashOnDelivery) ||
      event.type === 'returnAccepted' ||
      event.type === 'refundGranted';
    if (!isDue || paid.has(cause)) return [];
    const amount = lines
      .filter(({ product }) => event.products.includes(product.id))
      .reduce((sum, line) => sum + lineTotal(line), 0);
    return amount > 0 ? [{ cause, amount }] : [];
  });
}

/** Whether money that was paid in cash may have to go back: a return is requested, or a refund is not paid. */
export const isCashDue = (order: OrderLife): boolean =>
  order.cashOnDelivery !== undefined &&
  (dueRefunds(order).length > 0 ||
    order.lines.some(({ product }) => lineState(order, product.id) === 'returnAsked'));

/** Returns the time until which a return can be requested; undefined before delivery. */
export function returnDeadline(order: Pick<OrderLife, 'events'>, days: number): Date | undefined {
  const delivered = findEvent(order, 'delivered');
  return delivered && new Date(Date.parse(delivered.at) + days * 24 * 3_600_000);
}

type Decision = Result<OrderEvent | undefined, OrderFault>;

/** Decision without an event: the order already is as the action would leave it. */
const done: Decision = ok(undefined);

function decideFulfilment(
  order: OrderLife,
  action: Extract<OrderAction, { readonly type: 'pack' | 'ship' | 'deliver' }>,
  at: string,
): Decision {
  const has = (type: OrderEvent['type']) => findEvent(order, type) !== undefined;
  const isLeft = order.lines.some(({ product }) => lineState(order, product.id) !== 'cancelled');
  if (!isLeft) return err('orderCancelled');
  switch (action.type) {
    case 'pack':
      return has('packed') ? done : ok({ at, type: 'packed' });
    case 'ship': {
      if (has('shipped')) return done;
      if (!has('packed')) return err('orderNotPacked');
      const { carrier, trackingUrl } = action;
      return ok({
        at,
        type: 'shipped',
        carrier,
        ...(trackingUrl !== undefined && { trackingUrl }),
      });
    }
    case 'deliver':
      if (has('delivered')) return done;
      if (!has('shipped')) return err('orderNotShipped');
      return ok({
        at,
        type: 'delivered',
        ...(order.cashOnDelivery && { cash: cashToCollect(order) }),
      });
  }
}

function decideCancel(
  order: OrderLife,
  { products, by }: Extract<OrderAction, { readonly type: 'cancel' }>,
  at: string,
): Decision {
  const wanted = products ?? order.lines.map(({ product }) => product.id);
  const left = wanted.filter((id) => lineState(order, id) !== 'cancelled');
  if (left.length === 0) return done;
  if (findEvent(order, 'delivered')) return err('orderDelivered');
  if (findEvent(order, 'shipped')) return err('orderShipped');
  if (by === 'shopper' && findEvent(order, 'packed')) return err('orderPacked');
  return ok({ at, type: 'cancelled', products: left });
}

function decideRefuse(order: OrderLife, at: string): Decision {
  if (!order.cashOnDelivery) return err('orderPrepaid');
  const left = order.lines
    .map(({ product }) => product.id)
    .filter((id) => lineState(order, id) !== 'cancelled');
  if (left.length === 0) return done;
  if (findEvent(order, 'delivered')) return err('orderDelivered');
  if (!findEvent(order, 'shipped')) return err('orderNotShipped');
  return ok({ at, type: 'cancelled', products: left });
}

function decideRecordRefund(
  order: OrderLife,
  { reference }: Extract<OrderAction, { readonly type: 'recordRefund' }>,
  products: readonly string[],
  at: string,
): Decision {
  if (!order.cashOnDelivery) return err('orderPrepaid');
  const isOf = (cause: number): boolean => {
    const event = order.events[cause];
    return (
      products.length > 0 &&
      event !== undefined &&
      (event.type === 'returnAccepted' || event.type === 'refundGranted') &&
      products.every((id) => event.products.includes(id))
    );
  };
  if (order.events.some((event) => event.type === 'refunded' && isOf(event.cause))) return done;
  const due = dueRefunds(order).find(({ cause }) => isOf(cause));
  return due ? ok({ at, type: 'refunded', ...due, reference }) : err('refundUnknown');
}

/** Returns the products whose lines are not yet in the state `to`; `fault` if `from` lacks the state of such a line. */
function linesToMove(
  order: OrderLife,
  products: readonly string[],
  { from, to, fault }: { from: readonly LineState[]; to: LineState; fault: OrderFault },
): Result<readonly string[], OrderFault> {
  const left = products.filter((id) => lineState(order, id) !== to);
  return left.every((id) => from.includes(lineState(order, id))) ? ok(left) : err(fault);
}

/**
 * Decides on a change at the time `at` (ISO, UTC). Returns the event to append, undefined if the order already is in
 * the wanted state, or the reason for a refusal. Repeating an action changes nothing.
 */
export function decide(order: OrderLife, action: OrderAction, at: string): Decision {
  const known = new Set(order.lines.map(({ product }) => product.id));
  const products = 'products' in action ? [...new Set(action.products ?? [])] : [];
  if (products.some((id) => !known.has(id))) return err('lineUnknown');
  switch (action.type) {
    case 'pack':
    case 'ship':
    case 'deliver':
      return decideFulfilment(order, action, at);
    case 'refuse':
      return decideRefuse(order, at);
    case 'recordRefund':
      return decideRecordRefund(order, action, products, at);
    case 'cancel':
      return decideCancel(order, { ...action, ...(action.products && { products }) }, at);
    case 'askReturn': {
      const { reason, days } = action;
      const deadline = returnDeadline(order, days);
      if (!deadline) return err('orderNotDelivered');
      const moved = linesToMove(order, products, {
        from: ['bought'],
        to: 'returnAsked',
        fault: 'lineNotReturnable',
      });
      if (!moved.ok) return moved;
      if (moved.value.length === 0) return done;
      if (Date.parse(at) > deadline.getTime()) return err('returnTooLate');
      return ok({ at, type: 'returnAsked', products: moved.value, reason });
    }
    case 'acceptReturn':
    case 'declineReturn': {
      const isAccepted = action.type === 'acceptReturn';
      const moved = linesToMove(order, products, {
        from: ['returnAsked'],
        to: isAccepted ? 'returned' : 'returnDeclined',
        fault: 'returnNotAsked',
      });
      if (!moved.ok) return moved;
      if (moved.value.length === 0) return done;
      return isAccepted
        ? ok({ at, type: 'returnAccepted', products: moved.value })
        : ok({ at, type: 'returnDeclined', products: moved.value, reason: action.reason });
    }
    case 'grantRefund': {
      if (!findEvent(order, 'delivered')) return err('orderNotDelivered');
      const moved = linesToMove(order, products, {
        from: ['bought', 'returnAsked', 'returnDeclined'],
        to: 'refundGranted',
        fault: 'lineNotReturnable',
      });
      if (!moved.ok) return moved;
      if (moved.value.length === 0) return done;
      return ok({ at, type: 'refundGranted', products: moved.value, reason: action.reason });
    }
    case 'confirmRefund': {
      // Cash came from no provider, which could give it back.
      if (order.cashOnDelivery) return err('refundUnknown');
      const { cause } = action;
      if (order.events.some((event) => event.type === 'refunded' && event.cause === cause)) {
        return done;
      }
      const due = dueRefunds(order).find((refund) => refund.cause === cause);
      return due ? ok({ at, type: 'refunded', ...due }) : err('refundUnknown');
    }
  }
}
