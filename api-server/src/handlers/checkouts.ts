import { badField } from '@patchwork/api/parse-input';
import { refusals } from '@patchwork/api/refusals';
import { encodeOrderPage, orderCursorFault } from '@patchwork/api/wire';
import { err, ok } from '@patchwork/domain';
import { and, desc, eq, type SQL, sql } from 'drizzle-orm';
import {
  findCheckout,
  findOpenCheckout,
  isAt,
  isPayable,
  lockCheckout,
  type PayableRow,
  toWireCheckout,
} from '../checkout/checkout-row.ts';
import { findOrder, makeOrder, toWireOrder } from '../checkout/make-order.ts';
import { openCheckout } from '../checkout/open-checkout.ts';
import { settle } from '../checkout/settle.ts';
import type { Database } from '../database/database.ts';
import { checkouts, orders } from '../database/schema.ts';
import { ProviderError } from '../payment/provider.ts';
import { serverRefusals } from '../refusals.ts';
import type { Handlers } from './handler.ts';

async function orderOf(db: Database, row: PayableRow) {
  const order = row.status === 'paid' ? await findOrder(db, row) : undefined;
  return order ? toWireOrder(order) : null;
}

export const checkoutHandlers = {
  listCheckouts: async ({ db, caller, provider }) => {
    const row = await findOpenCheckout(db, caller.shopperId);
    return ok({ checkouts: row && isPayable(row) ? [toWireCheckout(row, provider)] : [] });
  },

  openCheckout: async (call) => {
    const opened = await openCheckout(call);
    return opened.ok ? ok({ checkout: toWireCheckout(opened.value, call.provider) }) : opened;
  },

  settleCheckout: async (call) => {
    const { db, caller, params, provider, log } = call;
    const found = await findCheckout(db, caller.shopperId, params.key);
    if (!found) return err(refusals.checkoutUnknown);
    try {
      await settle(call, found, 'whenOver');
    } catch (error) {
      if (!(error instanceof ProviderError)) throw error;
      log.warn({ err: error, checkout: found.key }, 'The provider did not answer');
      return err(serverRefusals.paymentUnsure);
    }
    const row = (await findCheckout(db, caller.shopperId, params.key)) ?? found;
    return ok({ checkout: toWireCheckout(row, provider), order: await orderOf(db, row) });
  },

  confirmCheckout: async (call) => {
    const { db, caller, params, body, provider, log } = call;
    const row = await findCheckout(db, caller.shopperId, params.key);
    if (!row) return err(refusals.checkoutUnknown);
    const { providerOrderId: orderId } = row;
    if (!isAt(provider, row)) {
      const known = await orderOf(db, row);
      if (known) return ok({ order: known });
      const { key: checkout, account } = row;
      log.error(
        { checkout, provider: row.provider, account, order: orderId, payment: body.paymentId },
        'A payment at another account can’t be verified here',
      );
      return err(serverRefusals.otherAccount);
    }
    if (!(await provider.verify({ orderId, ...body }))) return err(refusals.signatureWrong);
    const made = await makeOrder(db, row.key, body.paymentId);
    if (made === 'soldOut') return err(refusals.checkoutClosed);
    return made === 'paymentUsed' ? err(refusals.paymentUsed) : ok({ order: toWireOrder(made) });
  },

  cancelCheckout: async (call) => {
    const { db, caller, params } = call;
    const found = await findCheckout(db, caller.shopperId, params.key);
    if (!found) return err(refusals.checkoutUnknown);
    await settle(call, found, 'always');
    const row = (await findCheckout(db, caller.shopperId, params.key)) ?? found;
    return ok({ checkout: toWireCheckout(row, call.provider) });
  },

  simulatePayment: async ({ db, simulator, caller: { shopperId }, params: { orderId }, body }) => {
    const [row] = await db
      .select()
      .from(checkouts)
      .where(and(eq(checkouts.providerOrderId, orderId), eq(checkouts.shopperId, shopperId)));
    if (!simulator || row?.provider !== 'simulator') return err(refusals.checkoutUnknown);
    if (body.outcome === 'decline') return err(refusals.paymentDeclined);
    return db.transaction(async (tx) => {
      // Locked, so that a payment and the end of its checkout do not happen at the same time.
      const checkout = await lockCheckout(tx, row.key);
      const isPaid = await simulator.isPaid(tx, orderId);
      const isOpen = checkout.status === 'open' && !checkout.isOver;
      if (!isPaid && !isOpen) return err(refusals.checkoutClosed);
      const { paymentId, signature } = await simulator.pay(tx, orderId);
      return ok({ paymentId, signature });
    });
  },
} satisfies Partial<Handlers>;

/**
 * Returns the condition for orders that are older than this order of the shopper; undefined if there is no such order.
 * The time is passed on as the database's text: a Date would lose its microseconds.
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
