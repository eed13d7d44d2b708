import { refusals } from '@patchwork/api/refusals';
import { err, ok } from '@patchwork/domain';
import { and, eq } from 'drizzle-orm';
import {
  findCheckout,
  findOpenCheckout,
  isPayable,
  lockCheckout,
  type PayableRow,
  toWireCheckout,
} from '../checkout/checkout-row.ts';
import { openCheckout } from '../checkout/open-checkout.ts';
import { isOver, recordPayment, settle } from '../checkout/settle.ts';
import type { Database } from '../database/database.ts';
import { findOrder, toWireOrder } from '../database/order-row.ts';
import { checkouts } from '../database/schema.ts';
import { ProviderError } from '../payment/provider.ts';
import type { Services } from '../services.ts';
import type { Handlers } from './handler.ts';

async function orderOf(db: Database, row: PayableRow) {
  const order = row.status === 'paid' ? await findOrder(db, row) : undefined;
  return order ? toWireOrder(order) : null;
}

/** A provider that can't be reached leaves an open checkout as it is. */
async function tryToSettle(services: Services, row: PayableRow): Promise<void> {
  try {
    await settle(services, row, isOver);
  } catch (error) {
    if (!(error instanceof ProviderError)) throw error;
    services.log.warn({ err: error, checkout: row.key }, 'The provider did not answer');
  }
}

export const checkoutHandlers = {
  listCheckouts: async (call) => {
    const { db, caller } = call;
    const found = await findOpenCheckout(db, caller.shopperId);
    if (!found || !isPayable(found)) return ok({ checkouts: [] });
    if (isOver(found)) await tryToSettle(call, found);
    const row = await findCheckout(db, caller.shopperId, found.key);
    return ok({ checkouts: row?.status === 'open' ? [toWireCheckout(row, call.provider)] : [] });
  },

  openCheckout: async (call) => {
    const opened = await openCheckout(call);
    return opened.ok ? ok({ checkout: toWireCheckout(opened.value, call.provider) }) : opened;
  },

  getCheckout: async (call) => {
    const { db, caller, params } = call;
    const found = await findCheckout(db, caller.shopperId, params.key);
    if (!found) return err(refusals.checkoutUnknown);
    await tryToSettle(call, found);
    const row = (await findCheckout(db, caller.shopperId, params.key)) ?? found;
    return ok({ checkout: toWireCheckout(row, call.provider), order: await orderOf(db, row) });
  },

  confirmCheckout: async (call) => {
    const { db, caller, params, body, provider } = call;
    const row = await findCheckout(db, caller.shopperId, params.key);
    if (!row) return err(refusals.checkoutUnknown);
    const { providerOrderId: orderId } = row;
    if (!(await provider.verify({ orderId, ...body }))) return err(refusals.signatureWrong);
    const made = await recordPayment(call, row, body.paymentId);
    if (made === 'soldOut') return err(refusals.checkoutClosed);
    return made === 'paymentUsed' ? err(refusals.paymentUsed) : ok({ order: toWireOrder(made) });
  },

  cancelCheckout: async (call) => {
    const { db, caller, params } = call;
    const found = await findCheckout(db, caller.shopperId, params.key);
    if (!found) return err(refusals.checkoutUnknown);
    await settle(call, found, () => true);
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
      // A payment and the end of its checkout do not happen at once.
      const checkout = await lockCheckout(tx, row.key);
      const isPaid = (await simulator.findPayment(orderId, tx)) !== undefined;
      const isOpen = checkout.status === 'open' && !isOver(checkout);
      if (!isPaid && !isOpen) return err(refusals.checkoutClosed);
      const { paymentId, signature } = await simulator.pay(tx, orderId);
      return ok({ paymentId, signature });
    });
  },
} satisfies Partial<Handlers>;
