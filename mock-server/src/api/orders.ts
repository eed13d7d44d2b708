import { mailAbout } from '@patchwork/api/mail';
import { badField } from '@patchwork/api/parse-input';
import { refusals } from '@patchwork/api/refusals';
import {
  encodeEvent,
  encodeOrderPage,
  orderCursorFault,
  orderResponse,
  type WireOrder,
} from '@patchwork/api/wire';
import {
  decide,
  dueRefunds,
  err,
  type Order,
  type OrderAction,
  type OrderFault,
  ok,
  type Result,
  returnDeadline,
} from '@patchwork/domain';
import * as v from 'valibot';
import type { MockTables, ProductRow, UserRow } from '../data/rows.ts';
import type { Call, Handlers } from './handler.ts';
import { withMail } from './mails.ts';

/** Days after delivery in which a return can be requested. */
const RETURN_DAYS = 14;

const decoded = new WeakMap<WireOrder, Order>();

/** Decodes an order. Rows are immutable, so each is decoded once. */
export function decodeOrder(row: WireOrder): Order {
  const order = decoded.get(row) ?? v.parse(orderResponse, row);
  decoded.set(row, order);
  return order;
}

/** Adds or removes stock for these lines. Skips products whose pieces are not counted. */
export function moveStock(
  products: readonly ProductRow[],
  lines: readonly { readonly _id: string; readonly qty: string | number }[],
  sign: 1 | -1,
): readonly ProductRow[] {
  const pieces = new Map(lines.map(({ _id, qty }) => [_id, Number(qty)]));
  const isMoved = ({ _id, stock }: ProductRow) => stock !== undefined && pieces.has(_id);
  if (!products.some(isMoved)) return products;
  return products.map((row) => {
    if (!isMoved(row)) return row;
    const stock = Math.max(0, (row.stock ?? 0) + sign * (pieces.get(row._id) ?? 0));
    return { ...row, stock, in_stock: stock > 0 };
  });
}

export const replaceUser = (users: readonly UserRow[], changed: UserRow): readonly UserRow[] =>
  users.map((user) => (user._id === changed._id ? changed : user));

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
  const givenBack =
    event.type === 'cancelled' || event.type === 'returnAccepted' ? event.products : [];
  const lines = order.lines.filter(({ _id }) => givenBack.includes(_id));
  const acted = {
    tables: {
      ...tables,
      products: moveStock(tables.products, lines, 1),
      users: replaceUser(tables.users, told),
    },
    user: told,
    order: changed,
  };
  // An operator pays back what was paid in cash.
  const [refund] = after.cashOnDelivery ? [] : dueRefunds(after);
  return refund ? act(acted, { type: 'confirmRefund', cause: refund.cause }, at) : ok(acted);
}

/** Applies an action to one of the shopper's own orders. */
function actOnOwn(
  { user, data, now, params }: Call<'cancelOrder' | 'askReturn'>,
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
} satisfies Partial<Handlers>;
