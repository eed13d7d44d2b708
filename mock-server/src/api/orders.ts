import type { WireOrder } from '@patchwork/api/wire';
import { ok } from '@patchwork/domain';
import type { Handlers } from './handler.ts';

const newestFirst = (orders: readonly WireOrder[]): WireOrder[] =>
  [...orders].sort((one, other) => Date.parse(other.placedAt) - Date.parse(one.placedAt));

export const orderHandlers = {
  listOrders: ({ user }) => ok({ orders: newestFirst(user.orders) }),
} satisfies Partial<Handlers>;
