import { cartTotal, type LineItem, lineTotal } from './cart.ts';
import type { ExchangePiece, Order, OrderEvent } from './order.ts';
import { err, ok, type Result } from './result.ts';

/* State machine of orders. An order is its purchase and a list of events; each state is computed from them. Only
   `decide` creates events, for both mock and API server. */

const DAY_MS = 24 * 3_600_000;

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
  | {
      readonly type: 'askExchange';
      readonly product: string;
      /** Id of the wanted product. */
      readonly to: string;
      /** What the catalogue says about it, now. */
      readonly offer: Result<ExchangePiece, ExchangeFault>;
      readonly reason: string;
      /** Days after delivery during which an exchange can be requested. */
      readonly returnDays: number;
      /** Days within which it must be sent. */
      readonly days: number;
    }
  | { readonly type: 'withdrawExchange'; readonly product: string }
  /** Ends the exchanges that were not sent in time. */
  | { readonly type: 'expireExchange' }
  /** Also ends an exchange whose piece came back, because the parcel was not accepted. */
  | {
      readonly type: 'declineExchange';
      readonly products: readonly string[];
      readonly reason: string;
    }
  | {
      readonly type: 'sendExchange';
      readonly products: readonly string[];
      readonly carrier: string;
      readonly trackingUrl?: string;
    }
  /** The pieces were swapped, and differences collected. */
  | { readonly type: 'completeExchange'; readonly products: readonly string[] }
  | { readonly type: 'grantRefund'; readonly products: readonly string[]; readonly reason: string }
  | { readonly type: 'confirmRefund'; readonly cause: number }
  /** The operator has paid the refund of these lines, of which a part was paid in cash, with this transfer. */
  | {
      readonly type: 'recordRefund';
      readonly products: readonly string[];
      readonly reference: string;
    };

/** Reason why a product can't be had for another: a key of the API's refusals. */
export type ExchangeFault = 'notSibling' | 'exchangeSoldOut' | 'exchangeChanged';

/** Reason why an action is refused: a key of the API's refusals. */
export type OrderFault =
  | ExchangeFault
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
  | 'lineInExchange'
  | 'lineNotExchangeable'
  | 'exchangeTooLate'
  | 'exchangeNotAsked'
  | 'exchangeNotSent'
  | 'exchangeUnderWay'
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

/** State of a line. A line can be cancelled, returned, exchanged and refunded only as a whole. */
export type LineState =
  | 'bought'
  | 'cancelled'
  | 'returnAsked'
  | 'returned'
  | 'returnDeclined'
  | 'exchangeAsked'
  | 'exchangeSent'
  | 'exchangeDeclined'
  | 'exchanged'
  | 'refundGranted';

/** Parts of an order that determine its state. */
export type OrderLife = Pick<Order, 'lines' | 'total' | 'events' | 'cashOnDelivery'>;

const lineStates = {
  cancelled: 'cancelled',
  returnAsked: 'returnAsked',
  returnAccepted: 'returned',
  returnDeclined: 'returnDeclined',
  exchangeAsked: 'exchangeAsked',
  exchangeWithdrawn: 'bought',
  exchangeExpired: 'bought',
  exchangeDeclined: 'exchangeDeclined',
  exchangeSent: 'exchangeSent',
  exchanged: 'exchanged',
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

type Events = Pick<OrderLife, 'events'>;

/** Returns the last event of this type about a line; undefined if there is none. */
export const findLineEvent = <TType extends OrderEvent['type']>(
  { events }: Events,
  type: TType,
  productId: string,
) =>
  events.findLast(
    (event): event is Extract<OrderEvent, { readonly type: TType }> =>
      event.type === type && 'products' in event && event.products.includes(productId),
  );

/** Whether the line is in an exchange that has been requested and not ended. */
export const isInExchange = (order: Events, productId: string): boolean =>
  ['exchangeAsked', 'exchangeSent'].includes(lineState(order, productId));

/** Returns the line with the piece for which it is to be exchanged, or was; the same line if no exchange was requested. */
export function exchangedLine(order: Events, { product, quantity }: LineItem): LineItem {
  const to = findLineEvent(order, 'exchangeAsked', product.id)?.to;
  if (!to) return { product, quantity };
  const { sources: _sources, pictures: _pictures, colour: _colour, ...same } = product;
  return { product: { ...same, ...to }, quantity };
}

/**
 * Returns the line with the piece that the shopper has: another one after an exchange. The line's events still name the
 * product that was bought.
 */
export const lineNow = (order: Events, line: LineItem): LineItem =>
  findLineEvent(order, 'exchanged', line.product.id) ? exchangedLine(order, line) : line;

/** Returns by how many rupees the piece of an exchange is dearer than the bought one, for the whole line. */
export const exchangeDifference = (order: Events, line: LineItem): number =>
  lineTotal(exchangedLine(order, line)) - lineTotal(line);

const linesOf = ({ lines }: Pick<OrderLife, 'lines'>, products: readonly string[]) =>
  lines.filter(({ product }) => products.includes(product.id));

/** Returns the rupees to collect when the pieces of these lines are swapped. */
export const cashAtExchange = (order: OrderLife, products: readonly string[]): number =>
  linesOf(order, products).reduce(
    (sum, line) => sum + Math.max(0, exchangeDifference(order, line)),
    0,
  );

/** Returns the rupees that were collected when pieces were swapped. */
export const exchangeCash = ({ events }: Events): number =>
  events.reduce((sum, event) => sum + (event.type === 'exchanged' ? event.cash : 0), 0);

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
  if (!order.cashOnDelivery) return order.total + exchangeCash(order);
  const collected = findEvent(order, 'delivered')?.cash;
  return collected === undefined ? 0 : collected - order.cashOnDelivery.fee + exchangeCash(order);
}

/** Whether an exchange has been requested that is not ended. */
export const hasExchange = (order: OrderLife): boolean =>
  order.lines.some(({ product }) => isInExchange(order, product.id));

/** Returns the order status shown to shoppers and operators. */
export function orderStatus(order: OrderLife): OrderStatus {
  const paid = refundable(order);
  // An open exchange can still be paid for.
  if (paid > 0 && refundedAmount(order) === paid && !hasExchange(order)) return 'refunded';
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
  /** Whether an operator pays it, because it was paid in cash: a provider gives back only what it has received. */
  readonly byHand: boolean;
}

type RefundedEvent = Extract<
  OrderEvent,
  { readonly type: 'cancelled' | 'returnAccepted' | 'refundGranted' | 'exchanged' }
>;

/** Whether an event makes a refund due, if something was paid. */
const isRefunded = (event: OrderEvent | undefined): event is RefundedEvent =>
  ['cancelled', 'returnAccepted', 'refundGranted', 'exchanged'].includes(event?.type ?? '');

/** Returns the rupees that an event gives back: the price of its lines or, for an exchange, by how much they are cheaper. */
const givenBack = (order: OrderLife, { type, products }: RefundedEvent): number =>
  linesOf(order, products).reduce(
    (sum, line) =>
      sum +
      (type === 'exchanged'
        ? Math.max(0, -exchangeDifference(order, line))
        : lineTotal(lineNow(order, line))),
    0,
  );

/** Whether cash was collected for a line at its exchange. */
const isPaidAtExchange = (order: OrderLife, line: LineItem): boolean =>
  lineTotal(lineNow(order, line)) > lineTotal(line);

/** Returns the outstanding refunds, oldest first. What is cancelled before it was paid in cash leaves none. */
export function dueRefunds(order: OrderLife): DueRefund[] {
  const { events, cashOnDelivery } = order;
  const paid = new Set(
    events.map((event) => (event.type === 'refunded' ? event.cause : undefined)),
  );
  return events.flatMap((event, cause) => {
    if (!isRefunded(event) || paid.has(cause)) return [];
    if (event.type === 'cancelled' && cashOnDelivery) return [];
    const amount = givenBack(order, event);
    const byHand =
      cashOnDelivery !== undefined ||
      (event.type !== 'exchanged' &&
        linesOf(order, event.products).some((line) => isPaidAtExchange(order, line)));
    return amount > 0 ? [{ cause, amount, byHand }] : [];
  });
}

/** Whether some of the money was paid in cash, on delivery or at an exchange. */
const isPaidInCash = (order: OrderLife): boolean =>
  order.cashOnDelivery !== undefined || exchangeCash(order) > 0;

/** Whether money that was paid in cash may have to go back: a return is requested, or a refund is not paid. */
export const isCashDue = (order: OrderLife): boolean =>
  dueRefunds(order).some(({ byHand }) => byHand) ||
  (isPaidInCash(order) &&
    order.lines.some(({ product }) => lineState(order, product.id) === 'returnAsked'));

/** Returns the time until which a return can be requested; undefined before delivery. */
export function returnDeadline(order: Pick<OrderLife, 'events'>, days: number): Date | undefined {
  const delivered = findEvent(order, 'delivered');
  return delivered && new Date(Date.parse(delivered.at) + days * DAY_MS);
}

/**
 * Returns the time until which a line can be returned, from the order's. The period starts again after an exchange, and
 * doesn't pass while one is open.
 */
export function lineDeadline({ events }: Events, productId: string, orderDeadline: Date): Date {
  const deliveredAt = findEvent({ events }, 'delivered')?.at ?? '';
  let shiftMs = 0;
  let askedAt: string | undefined;
  for (const event of events) {
    if (!('products' in event && event.products.includes(productId))) continue;
    if (event.type === 'exchanged') shiftMs = Date.parse(event.at) - Date.parse(deliveredAt);
    else if (askedAt !== undefined && event.type !== 'exchangeSent')
      shiftMs += Date.parse(event.at) - Date.parse(askedAt);
    if (event.type !== 'exchangeSent')
      askedAt = event.type === 'exchangeAsked' ? event.at : undefined;
  }
  return new Date(orderDeadline.getTime() + shiftMs);
}

/** Returns when the next exchange that is not sent ends by itself (ISO, UTC); undefined if there is none. */
export const exchangeDeadline = (order: OrderLife): string | undefined =>
  order.lines
    .flatMap(({ product: { id } }) =>
      lineState(order, id) === 'exchangeAsked'
        ? (findLineEvent(order, 'exchangeAsked', id)?.until ?? [])
        : [],
    )
    .sort()[0];

/** Change of a product's pieces: reserved, released, handed over from the reserved ones, or put back into stock. */
export interface StockMove {
  readonly move: 'hold' | 'free' | 'takeHeld' | 'putBack';
  readonly productId: string;
  readonly quantity: number;
}

/** Returns how the last event of an order changes the stock. */
export function stockMoves(order: OrderLife): StockMove[] {
  const event = order.events.at(-1);
  if (!event || !('products' in event)) return [];
  const move = (kind: StockMove['move'], { product, quantity }: LineItem): StockMove => ({
    ...{ move: kind, productId: product.id, quantity },
  });
  return linesOf(order, event.products).flatMap((line) => {
    switch (event.type) {
      case 'cancelled':
      case 'returnAccepted':
        return move('putBack', lineNow(order, line));
      case 'exchangeAsked':
        return move('hold', exchangedLine(order, line));
      case 'exchangeWithdrawn':
      case 'exchangeExpired':
      case 'exchangeDeclined':
        return move('free', exchangedLine(order, line));
      case 'exchanged':
        return [move('takeHeld', exchangedLine(order, line)), move('putBack', line)];
      default:
        return [];
    }
  });
}

type Decision = Result<OrderEvent | undefined, OrderFault>;

/** Decision without an event: the order already is as the action would leave it. */
const done: Decision = ok(undefined);

const parcelOf = ({
  carrier,
  trackingUrl,
}: {
  readonly carrier: string;
  readonly trackingUrl?: string;
}) => ({ carrier, ...(trackingUrl !== undefined && { trackingUrl }) });

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
      return ok({ at, type: 'shipped', ...parcelOf(action) });
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
  const isOf = (cause: number): boolean => {
    const event = order.events[cause];
    return (
      products.length > 0 &&
      isRefunded(event) &&
      products.every((id) => event.products.includes(id))
    );
  };
  const paid = order.events
    .filter((event) => event.type === 'refunded')
    .filter(({ cause }) => isOf(cause));
  // The same transfer, once more: another refund of the line may have become due since.
  if (paid.some((event) => event.reference === reference)) return done;
  const due = dueRefunds(order).filter(({ cause }) => isOf(cause));
  const byHand = due.find((refund) => refund.byHand);
  if (byHand) {
    const { cause, amount } = byHand;
    return ok({ at, type: 'refunded', cause, amount, reference });
  }
  if (paid.some((event) => event.reference !== undefined)) return done;
  return err(due.length > 0 || !isPaidInCash(order) ? 'orderPrepaid' : 'refundUnknown');
}

function decideAskExchange(
  order: OrderLife,
  {
    product,
    to,
    offer,
    reason,
    returnDays,
    days,
  }: Extract<OrderAction, { readonly type: 'askExchange' }>,
  at: string,
): Decision {
  if (isInExchange(order, product)) {
    const isSame = findLineEvent(order, 'exchangeAsked', product)?.to.id === to;
    return isSame ? done : err('lineInExchange');
  }
  const deadline = returnDeadline(order, returnDays);
  if (!deadline) return err('orderNotDelivered');
  const isPossible = lineState(order, product) === 'bought' && orderStatus(order) !== 'refunded';
  if (!isPossible) return err('lineNotExchangeable');
  if (Date.parse(at) > lineDeadline(order, product, deadline).getTime()) {
    return err('exchangeTooLate');
  }
  if (!offer.ok) return offer;
  const until = new Date(Date.parse(at) + days * DAY_MS).toISOString();
  return ok({ at, type: 'exchangeAsked', products: [product], to: offer.value, reason, until });
}

function decideWithdrawExchange(order: OrderLife, product: string, at: string): Decision {
  switch (lineState(order, product)) {
    case 'exchangeAsked':
      return ok({ at, type: 'exchangeWithdrawn', products: [product] });
    case 'exchangeSent':
      return err('exchangeUnderWay');
    case 'bought':
      if (findLineEvent(order, 'exchangeAsked', product)) return done;
      return err('exchangeNotAsked');
    default:
      return err('exchangeNotAsked');
  }
}

function decideExpireExchange(order: OrderLife, at: string): Decision {
  const late = order.lines.flatMap(({ product: { id } }) => {
    const asked = findLineEvent(order, 'exchangeAsked', id);
    const isOver = lineState(order, id) === 'exchangeAsked' && asked && asked.until <= at;
    return isOver ? id : [];
  });
  return late.length === 0 ? done : ok({ at, type: 'exchangeExpired', products: late });
}

type ExchangeStep = Extract<
  OrderAction,
  { readonly type: 'declineExchange' | 'sendExchange' | 'completeExchange' }
>;

const exchangeSteps = {
  declineExchange: {
    from: ['exchangeAsked', 'exchangeSent'],
    to: 'exchangeDeclined',
    fault: 'exchangeNotAsked',
  },
  sendExchange: { from: ['exchangeAsked'], to: 'exchangeSent', fault: 'exchangeNotAsked' },
  completeExchange: { from: ['exchangeSent'], to: 'exchanged', fault: 'exchangeNotSent' },
} as const satisfies Record<ExchangeStep['type'], Parameters<typeof linesToMove>[2]>;

function decideExchangeStep(
  order: OrderLife,
  action: ExchangeStep,
  wanted: readonly string[],
  at: string,
): Decision {
  const moved = linesToMove(order, wanted, exchangeSteps[action.type]);
  if (!moved.ok) return moved;
  const products = moved.value;
  if (products.length === 0) return done;
  switch (action.type) {
    case 'declineExchange':
      return ok({ at, type: 'exchangeDeclined', products, reason: action.reason });
    case 'sendExchange':
      return ok({ at, type: 'exchangeSent', products, ...parcelOf(action) });
    case 'completeExchange':
      return ok({ at, type: 'exchanged', products, cash: cashAtExchange(order, products) });
  }
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
  const products =
    'product' in action
      ? [action.product]
      : [...new Set('products' in action ? (action.products ?? []) : [])];
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
      if (products.some((id) => isInExchange(order, id))) return err('lineInExchange');
      const moved = linesToMove(order, products, {
        from: ['bought', 'exchanged', 'exchangeDeclined'],
        to: 'returnAsked',
        fault: 'lineNotReturnable',
      });
      if (!moved.ok) return moved;
      if (moved.value.length === 0) return done;
      const isLate = (id: string) => Date.parse(at) > lineDeadline(order, id, deadline).getTime();
      if (moved.value.some(isLate)) return err('returnTooLate');
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
    case 'askExchange':
      return decideAskExchange(order, action, at);
    case 'withdrawExchange':
      return decideWithdrawExchange(order, action.product, at);
    case 'expireExchange':
      return decideExpireExchange(order, at);
    case 'declineExchange':
    case 'sendExchange':
    case 'completeExchange':
      return decideExchangeStep(order, action, products, at);
    case 'grantRefund': {
      if (!findEvent(order, 'delivered')) return err('orderNotDelivered');
      if (products.some((id) => isInExchange(order, id))) return err('lineInExchange');
      const moved = linesToMove(order, products, {
        from: ['bought', 'returnAsked', 'returnDeclined', 'exchanged', 'exchangeDeclined'],
        to: 'refundGranted',
        fault: 'lineNotReturnable',
      });
      if (!moved.ok) return moved;
      if (moved.value.length === 0) return done;
      return ok({ at, type: 'refundGranted', products: moved.value, reason: action.reason });
    }
    case 'confirmRefund': {
      const { cause } = action;
      if (order.events.some((event) => event.type === 'refunded' && event.cause === cause)) {
        return done;
      }
      const due = dueRefunds(order).find((refund) => refund.cause === cause && !refund.byHand);
      return due ? ok({ at, type: 'refunded', cause, amount: due.amount }) : err('refundUnknown');
    }
  }
}
