import type { WireBodyOf } from '@patchwork/api';
import { type OrderAction, offerExchange } from '@patchwork/domain';
import { and, eq, lte } from 'drizzle-orm';
import type { Settling } from '../checkout/settle.ts';
import { areFree, lockProducts } from '../checkout/stock.ts';
import type { Database } from '../database/database.ts';
import { now } from '../database/expressions.ts';
import { orders } from '../database/schema.ts';
import type { OrderRow } from '../rows/order-row.ts';
import { toProduct } from '../rows/product-row.ts';
import type { Settings } from '../settings.ts';
import { changeOrder } from './change-order.ts';

/** Returns what requests an exchange once the order is locked: with the offer of the catalogue, whose products it locks. */
export const askExchange =
  (
    { from: product, to, price, reason }: WireBodyOf<'askExchange'>,
    { returnDays, exchangeDays }: Pick<Settings, 'returnDays' | 'exchangeDays'>,
  ) =>
  async (tx: Database, { lines }: OrderRow): Promise<OrderAction> => {
    const rows = await lockProducts(tx, [product, to]);
    // The bought product may be hidden by now; what is given for it may not.
    const from = rows.find(({ id }) => id === product);
    const wanted = rows.find(({ id, isHidden }) => id === to && !isHidden);
    const qty = lines.find(({ _id }) => _id === product)?.qty ?? 0;
    const offer = offerExchange(from && toProduct(from), wanted && toProduct(wanted), {
      ...{ price, isFree: areFree(rows, [{ _id: to, qty }]) },
    });
    return { type: 'askExchange', product, to, offer, reason, returnDays, days: exchangeDays };
  };

/**
 * Ends the exchanges that were not sent in time, until all have ended or the signal is aborted. One that can't be ended
 * is left to the next sweep.
 */
export async function expireExchanges(
  { db, log }: Pick<Settling, 'db' | 'log'>,
  signal?: AbortSignal,
): Promise<void> {
  const over = await db
    .select({ id: orders.id })
    .from(orders)
    .where(and(eq(orders.hasExchange, true), lte(orders.exchangeUntil, now)));
  for (const { id } of over) {
    if (signal?.aborted) return;
    try {
      await changeOrder(db, eq(orders.id, id), { type: 'expireExchange' });
    } catch (error) {
      log.warn({ err: error, order: id }, 'An exchange could not be ended; it is tried again');
    }
  }
}
