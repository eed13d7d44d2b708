import { badField } from '@patchwork/api/parse-input';
import { encodeOrderPage, orderCursorFault } from '@patchwork/api/wire';
import { err, ok } from '@patchwork/domain';
import { and, desc, eq, type SQL, sql } from 'drizzle-orm';
import type { Database } from '../database/database.ts';
import { toWireOrder } from '../database/order-row.ts';
import { orders } from '../database/schema.ts';
import type { Handlers } from './handler.ts';

/**
 * Condition of the orders that are older than this order of the shopper; undefined where there is no such
 * order. The time is passed on as the database's text: a Date would lose its microseconds.
 */
async function olderThan(db: Database, shopperId: string, id: string): Promise<SQL | undefined> {
  const [order] = await db
    .select({ placedAt: sql<string>`${orders.placedAt}::text` })
    .from(orders)
    .where(and(eq(orders.shopperId, shopperId), eq(orders.id, id)));
  if (!order) return undefined;
  return sql`(${orders.placedAt}, ${orders.id}) < (${order.placedAt}::timestamptz, ${id}::uuid)`;
}

export const orderHandlers = {
  listOrders: async ({ db, caller: { shopperId }, query: { limit, cursor } }) => {
    const isOlder = cursor === undefined ? sql`true` : await olderThan(db, shopperId, cursor);
    if (!isOlder) return err(badField('cursor', orderCursorFault));
    const rows = await db
      .select()
      .from(orders)
      .where(and(eq(orders.shopperId, shopperId), isOlder))
      .orderBy(desc(orders.placedAt), desc(orders.id))
      .limit(limit + 1);
    return ok(encodeOrderPage(rows.map(toWireOrder), limit));
  },
} satisfies Partial<Handlers>;
