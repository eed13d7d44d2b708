import { orderResponse, type WireCheckout, type WireOrder } from '@patchwork/api/wire';
import type { Order } from '@patchwork/domain';
import * as v from 'valibot';
import type { UserRow } from '../data/rows.ts';

/* Orders and checkouts, as they are stored with their user. */

const decoded = new WeakMap<WireOrder, Order>();

/** Decodes an order. Rows are immutable, so each is decoded once. */
export function decodeOrder(row: WireOrder): Order {
  const order = decoded.get(row) ?? v.parse(orderResponse, row);
  decoded.set(row, order);
  return order;
}

export const replaceUser = (users: readonly UserRow[], changed: UserRow): readonly UserRow[] =>
  users.map((user) => (user._id === changed._id ? changed : user));

export type CheckoutRow = UserRow['checkouts'][number];

/**
 * Returns a checkout with its current status. An open checkout that has expired counts as closed, unless it was paid
 * and its order is still to be created.
 */
export function checkoutNow({ checkout, charge }: CheckoutRow, now: Date): WireCheckout {
  const isOver = Date.parse(checkout.expiresAt) <= now.getTime();
  const isClosed = checkout.status === 'open' && isOver && !charge;
  return isClosed ? { ...checkout, status: 'closed' } : checkout;
}

export const isOpen = (row: CheckoutRow, now: Date): boolean =>
  checkoutNow(row, now).status === 'open';
