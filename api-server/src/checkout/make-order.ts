import { and, eq, sql } from 'drizzle-orm';
import type { Database } from '../database/database.ts';
import { now } from '../database/expressions.ts';
import { checkouts, orders, shoppers } from '../database/schema.ts';
import { mailOwner } from '../mail/mail-owner.ts';
import { type CheckoutRow, lockCheckout } from '../rows/checkout-row.ts';
import { findOrder, hasId, newOrderNumber, type OrderRow } from '../rows/order-row.ts';
import { isThere } from '../rows/shopper-rows.ts';
import { uncountCheckout } from './holds.ts';
import { areFree, boughtIn, changeStock, lockProducts } from './stock.ts';

/**
 * Result of `makeOrder`. 'soldOut': the checkout was paid after it was closed, and its pieces have been sold or the
 * account deleted meanwhile, so the sweep refunds the payment; or it was to be paid on delivery, and is closed. 'paymentUsed': the payment belongs to another order.
 */
type Made = OrderRow | 'soldOut' | 'paymentUsed';

/**
 * Creates the single order of a checkout that is paid, or that its shopper confirms to pay on delivery, whoever reports
 * it. Order, stock, cart and checkout change
 * together or not at all. Idempotent: a second call returns the same order. The checkout no longer counts against
 * `network`, from which its payment was reported.
 */
export const makeOrder = (
  db: Database,
  key: string,
  paymentId: string,
  network?: string,
): Promise<Made> =>
  db.transaction(async (tx) => {
    const checkout = await lockCheckout(tx, key);
    if (checkout.status === 'paid') return readOrder(tx, checkout);
    // The payment is or will be refunded. Stock that arrived later doesn't change that.
    if (checkout.status === 'closed' && checkout.paymentId !== null) return 'soldOut';
    const isHeld = checkout.status === 'open';
    const isPaidLater = checkout.provider === 'cod';
    // Nothing was paid for it, so the shopper can simply order again.
    if (!isHeld && isPaidLater) return 'soldOut';
    if (!isHeld) {
      if (await isUsed(tx, paymentId)) return 'paymentUsed';
      if (!(await isForSale(tx, checkout))) {
        await tx
          .update(checkouts)
          .set({ paymentId, nextAttemptAt: now, attempts: 0 })
          .where(eq(checkouts.key, key));
        return 'soldOut';
      }
    }
    const order = await insertOrder(tx, checkout, paymentId);
    if (!order) return 'paymentUsed';
    await changeStock(tx, checkout.lines, isHeld ? 'takeHeld' : 'takeFree');
    await closePaid(tx, checkout, paymentId);
    await mailOwner(tx, order);
    // Whoever pays later could order everything, so the pieces count as unpaid ones of the network until its window ends.
    if (isHeld && network !== undefined && !isPaidLater)
      await uncountCheckout(tx, network, checkout.lines);
    return order;
  });

/** Whether the pieces of a closed checkout are in stock, and its shopper's account exists. */
async function isForSale(tx: Database, checkout: CheckoutRow): Promise<boolean> {
  const ids = checkout.lines.map(({ _id }) => _id);
  const rows = await lockProducts(tx, ids);
  return areFree(rows, checkout.lines) && (await hasAccount(tx, checkout));
}

const hasAccount = async (tx: Database, { shopperId }: CheckoutRow): Promise<boolean> =>
  (await tx.$count(shoppers, and(eq(shoppers.id, shopperId), isThere))) > 0;

async function readOrder(db: Database, checkout: CheckoutRow): Promise<OrderRow> {
  const order = await findOrder(db, hasId(checkout.key));
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

/** Adds the order of a checkout and returns it; undefined if another order was paid with the payment. */
async function insertOrder(
  tx: Database,
  checkout: CheckoutRow,
  paymentReference: string,
): Promise<OrderRow | undefined> {
  const { key, shopperId, lines, total, address, deliveryDays, cashFee } = checkout;
  const [made] = await tx
    .insert(orders)
    .values({
      ...{ shopperId, id: key, number: newOrderNumber(), placedAt: now },
      ...{ lines, total, address, deliveryDays, cashFee, paymentReference },
    })
    .onConflictDoNothing()
    .returning();
  if (made || (await isUsed(tx, paymentReference))) return made;
  // The number was taken, so try another one.
  return insertOrder(tx, checkout, paymentReference);
}

/**
 * Marks a checkout as paid, and removes the bought pieces from the cart. Pieces that were added after the checkout was
 * opened stay.
 */
async function closePaid(
  tx: Database,
  { key, shopperId, lines }: CheckoutRow,
  paymentId: string,
): Promise<void> {
  await tx.execute(sql`
    with paid as (
      update checkouts set status = 'paid', payment_id = ${paymentId} where key = ${key}
    ), line as (
      select product_id as id, cart_lines.qty - bought.qty as left_over
      from cart_lines join ${boughtIn(lines)} on cart_lines.product_id = bought.id
      where shopper_id = ${shopperId}
      for update of cart_lines
    ), emptied as (
      delete from cart_lines using line
      where shopper_id = ${shopperId} and product_id = line.id and left_over <= 0
    )
    update cart_lines set qty = left_over, updated_at = now() from line
    where shopper_id = ${shopperId} and product_id = line.id and left_over > 0`);
}
