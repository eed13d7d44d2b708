import type { WireOrder } from '@patchwork/api/wire';
import { ok } from '@patchwork/domain';
import { desc, eq } from 'drizzle-orm';
import type { Database } from '../database/database.ts';
import { toWireOrder } from '../database/order-row.ts';
import { orders } from '../database/schema.ts';
import type { Handlers } from './handler.ts';

/** The shopper's orders, newest first. */
async function readOrders(db: Database, shopperId: string): Promise<WireOrder[]> {
  const rows = await db
    .select()
    .from(orders)
    .where(eq(orders.shopperId, shopperId))
    .orderBy(desc(orders.placedAt));
  return rows.map(toWireOrder);
}

export const orderHandlers = {
  listOrders: async ({ db, caller }) => ok({ orders: await readOrders(db, caller.shopperId) }),
} satisfies Partial<Handlers>;
