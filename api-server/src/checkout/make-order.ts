import type { WireOrder } from '@patchwork/api/wire';
import { and, eq, inArray, lte, sql } from 'drizzle-orm';
import type { Database } from '../database/database.ts';
import { now } from '../database/expressions.ts';
import { cartLines, checkouts, orders } from '../database/schema.ts';
import { type CheckoutRow, lockCheckout } from './checkout-row.ts';
import { areFree, changeStock, lockProducts } from './stock.ts';

/**
 * Result of `makeOrder`. 'soldOut': the checkout was paid after it was closed, and its pieces have been sold since; the
 * sweep gives the payment back. 'paymentUsed': the payment has made another order.
 */
type Made = OrderRow | 'soldOut' | 'paymentUsed';

/**
 * Makes the one order of a checkout that was paid, whoever reports the payment: order, stock, cart and checkout change
 * together or not at all. Called again for the same checkout, it changes nothing and returns the same order.
 */
export const makeOrder = (db: Database, key: string, paymentId: string): Promise<Made> =>
  db.transaction(async (tx) => {
    const checkout = await lockCheckout(tx, key);
    if (checkout.status === 'paid') return readOrder(tx, checkout);
    // The payment is given back, or already was: stock that has come in since does not change that.
    if (checkout.status === 'closed' && checkout.paymentId !== null) return 'soldOut';
    if (await isUsed(tx, paymentId)) return 'paymentUsed';
    const ids = checkout.lines.map(({ _id }) => _id);
    const rows = await lockProducts(tx, ids);
    const isHeld = checkout.status === 'open';
    if (!isHeld && !areFree(rows, checkout.lines)) {
      await tx
        .update(checkouts)
        .set({ paymentId, nextAttemptAt: now, attempts: 0 })
        .where(eq(checkouts.key, key));
      return 'soldOut';
    }
    await changeStock(tx, checkout.lines, isHeld ? 'takeHeld' : 'takeFree');
    await tx.update(checkouts).set({ status: 'paid', paymentId }).where(eq(checkouts.key, key));
    await takeFromCart(tx, checkout);
    return insertOrder(tx, checkout, paymentId);
  });

async function readOrder(db: Database, checkout: CheckoutRow): Promise<OrderRow> {
  const order = await findOrder(db, checkout);
  if (!order) throw new Error('The order of a paid checkout is missing');
  return order;
}

async function isUsed(db: Database, paymentId: string): Promise<boolean> {
  const used = await db
    .select({ id: orders.id })
    .from(orders)
    .where(eq(orders.paymentReference, paymentId));
  return used.length > 0;
}

async function insertOrder(
  tx: Database,
  { key, shopperId, lines, total, address }: CheckoutRow,
  paymentReference: string,
): Promise<OrderRow> {
  const [made] = await tx
    .insert(orders)
    .values({
      ...{ shopperId, id: key, placedAt: now },
      ...{ lines, total, address, paymentReference },
    })
    .returning();
  if (!made) throw new Error('An order was not stored');
  return made;
}

/** Takes the bought pieces out of the cart. Pieces that were added since the checkout opened stay. */
async function takeFromCart(tx: Database, { shopperId, lines }: CheckoutRow): Promise<void> {
  const isOwn = eq(cartLines.shopperId, shopperId);
  const ids = lines.map(({ _id }) => _id);
  const left = await tx
    .select()
    .from(cartLines)
    .where(and(isOwn, inArray(cartLines.productId, ids)))
    .for('update');
  const bought = new Map(lines.map(({ _id, qty }) => [_id, qty]));
  for (const { productId } of left) {
    const line = and(isOwn, eq(cartLines.productId, productId));
    const qty = bought.get(productId) ?? 0;
    await tx.delete(cartLines).where(and(line, lte(cartLines.quantity, qty)));
    await tx
      .update(cartLines)
      .set({ quantity: sql`${cartLines.quantity} - ${qty}`, updatedAt: now })
      .where(line);
  }
}

type OrderRow = typeof orders.$inferSelect;

/** Returns the order of a checkout; undefined while the checkout is not paid. */
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

/** Returns an order in the API's format. */
export const toWireOrder = (row: OrderRow): WireOrder => ({
  _id: row.id,
  placedAt: row.placedAt.toISOString(),
  lines: row.lines,
  total: row.total,
  address: row.address,
  paymentReference: row.paymentReference,
});
