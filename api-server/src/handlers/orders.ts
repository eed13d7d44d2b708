import { refusals } from '@patchwork/api/refusals';
import { decodeAddress, encodeAddress, type WireOrder } from '@patchwork/api/wire';
import {
  err,
  MAX_ORDER_LINES,
  MAX_ORDERS_HANDED_OVER,
  ok,
  takeOverAddresses,
} from '@patchwork/domain';
import { desc, eq } from 'drizzle-orm';
import { readAddresses } from '../database/addresses.ts';
import type { Database } from '../database/database.ts';
import { lockShopper } from '../database/lock-shopper.ts';
import { firstAddress } from '../database/new-shopper.ts';
import { toWireOrder } from '../database/order-row.ts';
import { addresses, orders } from '../database/schema.ts';
import { isStorableId } from '../read-body.ts';
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

/** Postgres knows no year 0, and a Date no 45th of May. */
const isStorableOrder = ({ _id, placedAt }: WireOrder): boolean =>
  isStorableId(_id) && new Date(placedAt).getUTCFullYear() >= 1;

const toBrowserRow = (shopperId: string, { _id: id, placedAt, ...order }: WireOrder) => ({
  ...order,
  shopperId,
  id,
  source: 'browser' as const,
  placedAt: new Date(placedAt),
});

export const orderHandlers = {
  listOrders: async ({ db, caller }) => ok({ orders: await readOrders(db, caller.shopperId) }),

  handOver: async ({ db, caller: { shopperId }, body }) => {
    if (body.orders.length > MAX_ORDERS_HANDED_OVER) return err(refusals.tooManyOrders);
    if (body.orders.some(({ lines }) => lines.length > MAX_ORDER_LINES)) {
      return err(refusals.tooManyLines);
    }
    const hasStorableIds = body.addresses.every(({ _id }) => isStorableId(_id));
    if (!hasStorableIds || !body.orders.every(isStorableOrder)) return err(refusals.badRequest);
    return db.transaction(async (tx) => {
      const shopper = await lockShopper(tx, shopperId);
      const stored = await readAddresses(tx, shopperId);
      const taken = takeOverAddresses(
        stored.map(decodeAddress),
        body.addresses.map(decodeAddress),
        firstAddress(shopper),
      ).map(encodeAddress);
      await tx.delete(addresses).where(eq(addresses.shopperId, shopperId));
      if (taken.length > 0) {
        const rows = taken.map(({ _id: id, ...fields }) => ({ shopperId, id, ...fields }));
        await tx.insert(addresses).values(rows);
      }
      if (body.orders.length > 0) {
        const rows = body.orders.map((order) => toBrowserRow(shopperId, order));
        await tx.insert(orders).values(rows).onConflictDoNothing();
      }
      return ok({ addresses: taken, orders: await readOrders(tx, shopperId) });
    });
  },
} satisfies Partial<Handlers>;
