import { badField } from '@patchwork/api/parse-input';
import { encodeOrderPage, orderCursorFault, type WireOrder } from '@patchwork/api/wire';
import { err, ok } from '@patchwork/domain';
import type { Handlers } from './handler.ts';

const newestFirst = (orders: readonly WireOrder[]): WireOrder[] =>
  [...orders].sort((one, other) => Date.parse(other.placedAt) - Date.parse(one.placedAt));

export const orderHandlers = {
  listOrders: ({ user, query: { limit, cursor } }) => {
    const orders = newestFirst(user.orders);
    if (cursor === undefined) return ok(encodeOrderPage(orders, limit));
    const end = orders.findIndex(({ _id }) => _id === cursor);
    if (end === -1) return err(badField('cursor', orderCursorFault));
    return ok(encodeOrderPage(orders.slice(end + 1), limit));
  },
} satisfies Partial<Handlers>;
