import { refusals } from '@patchwork/api/refusals';
import { err, ok } from '@patchwork/domain';
import { and, eq } from 'drizzle-orm';
import { lockCheckout } from '../checkout/checkout-row.ts';
import { isOver } from '../checkout/settle.ts';
import { checkouts } from '../database/schema.ts';
import type { Handlers } from './handler.ts';

export const simulatorHandlers = {
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
