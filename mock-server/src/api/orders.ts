import { mailAbout } from '@patchwork/api/mail';
import { badField } from '@patchwork/api/parse-input';
import { refusals } from '@patchwork/api/refusals';
import {
  decodeProduct,
  encodeEvent,
  encodeOrderPage,
  orderCursorFault,
  type WireOrder,
} from '@patchwork/api/wire';
import {
  decide,
  dueRefunds,
  err,
  type OrderAction,
  type OrderFault,
  offerExchange,
  ok,
  type Result,
  returnDeadline,
  stockMoves,
} from '@patchwork/domain';
import type { MockTables, UserRow } from '../data/rows.ts';
import { RETURN_DAYS } from './catalogue.ts';
import type { Call, Handlers } from './handler.ts';
import { withMail } from './mails.ts';
import { freePieces, heldPieces, moveStock } from './stock.ts';
import { decodeOrder, replaceUser } from './stored-orders.ts';

/** Days within which an exchange must be sent. */
const EXCHANGE_DAYS = 7;

interface Changed {
  readonly tables: MockTables;
  readonly user: UserRow;
  readonly order: WireOrder;
}

/**
 * Applies an action to an order at the time `at`. Event, returned stock, mail and refund are one change; the simulated
 * bank pays the refund at once. Returns the same objects if the action was applied before.
 */
export function act(
  { tables, user, order }: Changed,
  action: OrderAction,
  at: Date,
): Result<Changed, OrderFault> {
  const before = decodeOrder(order);
  const decision = decide(before, action, at.toISOString());
  if (!decision.ok) return decision;
  const event = decision.value;
  if (!event) return ok({ tables, user, order });
  const after = { ...before, events: [...before.events, event] };
  const changed: WireOrder = {
    ...order,
    events: [...order.events, encodeEvent(event)],
    returnUntil: returnDeadline(after, RETURN_DAYS)?.toISOString() ?? null,
  };
  const orders = user.orders.map((other) => (other === order ? changed : other));
  const isEmailConfirmed = user.account.emailConfirmedAt !== undefined;
  const told = withMail({ ...user, orders }, mailAbout({ ...after, isEmailConfirmed }, event), at);
  // What is reserved is not stored: `heldPieces` finds it.
  const effects = { hold: 0, free: 0, takeHeld: -1, putBack: 1 } as const;
  const moves = stockMoves(after).map(
    ({ move, productId, quantity }) => [productId, effects[move] * quantity] as const,
  );
  const acted = {
    tables: {
      ...tables,
      products: moveStock(tables.products, moves),
      users: replaceUser(tables.users, told),
    },
    user: told,
    order: changed,
  };
  // An operator pays back what was paid in cash.
  const refund = dueRefunds(after).find(({ byHand }) => !byHand);
  return refund ? act(acted, { type: 'confirmRefund', cause: refund.cause }, at) : ok(acted);
}

/** Applies an action to one of the shopper's own orders. */
function actOnOwn(
  {
    user,
    data,
    now,
    params,
  }: Call<'cancelOrder' | 'askReturn' | 'askExchange' | 'withdrawExchange'>,
  action: OrderAction,
) {
  const order = user.orders.find(({ _id }) => _id === params.order);
  if (!order) return err(refusals.orderUnknown);
  const acted = act({ tables: data.tables(), user, order }, action, now);
  if (!acted.ok) return err(refusals[acted.error]);
  data.replace(acted.value.tables);
  return ok({ order: acted.value.order });
}

export const newestFirst = <T extends Pick<WireOrder, 'placedAt'>>(orders: readonly T[]): T[] =>
  [...orders].sort((one, other) => Date.parse(other.placedAt) - Date.parse(one.placedAt));

export const orderHandlers = {
  listOrders: ({ user, query: { limit, cursor } }) => {
    const orders = newestFirst(user.orders);
    if (cursor === undefined) return ok(encodeOrderPage(orders, limit));
    const end = orders.findIndex(({ _id }) => _id === cursor);
    if (end === -1) return err(badField('cursor', orderCursorFault));
    return ok(encodeOrderPage(orders.slice(end + 1), limit));
  },

  findOrder: ({ user, params }) => {
    const order = user.orders.find(({ _id }) => _id === params.order);
    return order ? ok({ order }) : err(refusals.orderUnknown);
  },

  cancelOrder: (call) => actOnOwn(call, { type: 'cancel', by: 'shopper', ...call.body }),

  askReturn: (call) => actOnOwn(call, { type: 'askReturn', days: RETURN_DAYS, ...call.body }),

  askExchange: (call) => {
    const { from: product, to, price, reason } = call.body;
    const tables = call.data.tables();
    const find = (id: string) => tables.products.find(({ _id }) => _id === id);
    const [from, row] = [find(product), find(to)];
    const wanted = row && !row.isHidden ? row : undefined;
    const line = call.user.orders
      .find(({ _id }) => _id === call.params.order)
      ?.lines.find(({ _id }) => _id === product);
    const free = wanted ? freePieces(wanted, heldPieces(tables, call.now)) : 0;
    const offer = offerExchange(from && decodeProduct(from), wanted && decodeProduct(wanted), {
      ...{ price, isFree: free >= Number(line?.qty ?? 0) },
    });
    const days = { returnDays: RETURN_DAYS, days: EXCHANGE_DAYS };
    return actOnOwn(call, { type: 'askExchange', product, to, offer, reason, ...days });
  },

  withdrawExchange: (call) =>
    actOnOwn(call, { type: 'withdrawExchange', product: call.params.productId }),
} satisfies Partial<Handlers>;
