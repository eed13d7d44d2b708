import { refusals } from '@patchwork/api/refusals';
import { decodeAddress, encodeAddress, type WireOrder } from '@patchwork/api/wire';
import {
  err,
  MAX_ORDER_LINES,
  MAX_ORDERS_HANDED_OVER,
  ok,
  takeOverAddresses,
} from '@patchwork/domain';
import { firstAddresses } from '../data/user-row.ts';
import type { Handlers } from './handler.ts';

const newestFirst = (orders: readonly WireOrder[]): WireOrder[] =>
  [...orders].sort((one, other) => Date.parse(other.placedAt) - Date.parse(one.placedAt));

export const orderHandlers = {
  listOrders: ({ user }) => ok({ orders: newestFirst(user.orders) }),

  handOver: ({ body, user, data }) => {
    if (body.orders.length > MAX_ORDERS_HANDED_OVER) return err(refusals.tooManyOrders);
    if (body.orders.some(({ lines }) => lines.length > MAX_ORDER_LINES)) {
      return err(refusals.tooManyLines);
    }
    const [sample] = firstAddresses(user).map(decodeAddress);
    if (!sample) return err(refusals.unexpected);
    const addresses = takeOverAddresses(
      user.addresses.map(decodeAddress),
      body.addresses.map(decodeAddress),
      sample,
    ).map(encodeAddress);
    const byId = new Map([...body.orders, ...user.orders].map((order) => [order._id, order]));
    const orders = newestFirst([...byId.values()]);
    data.saveUser({ ...user, addresses, orders });
    return ok({ addresses, orders });
  },
} satisfies Partial<Handlers>;
