import type { WireOrder } from '@patchwork/api/wire';
import { and, eq } from 'drizzle-orm';
import type { Database } from './database.ts';
import { type checkouts, orders } from './schema.ts';

export type OrderRow = typeof orders.$inferSelect;

/** The order of a checkout; undefined while it is not paid. */
export async function findOrder(
  db: Database,
  { shopperId, key }: Pick<typeof checkouts.$inferSelect, 'shopperId' | 'key'>,
): Promise<OrderRow | undefined> {
  const [order] = await db
    .select()
    .from(orders)
    .where(and(eq(orders.shopperId, shopperId), eq(orders.id, key)));
  return order;
}

/** An order in the API's format. */
export const toWireOrder = (row: OrderRow): WireOrder => ({
  _id: row.id,
  placedAt: row.placedAt.toISOString(),
  lines: row.lines,
  total: row.total,
  address: row.address,
  paymentReference: row.paymentReference,
});
