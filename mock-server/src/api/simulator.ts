import { refusals } from '@patchwork/api/refusals';
import { err, ok } from '@patchwork/domain';
import { checkoutNow, withCheckout } from './checkout-state.ts';
import type { Handlers } from './handler.ts';

export const simulatorHandlers = {
  /** The bank remembers the signature that it gave out, so it need not be computed. */
  simulatePayment: ({ params, body, user, data }) => {
    const row = user.checkouts.find(({ checkout }) => checkout.payment.orderId === params.orderId);
    if (!row) return err(refusals.checkoutUnknown);
    if (body.outcome === 'decline') return err(refusals.paymentDeclined);
    if (row.charge) return ok(row.charge);
    if (checkoutNow(row).status !== 'open') return err(refusals.checkoutClosed);
    const charge = {
      paymentId: `sim_${crypto.randomUUID().slice(0, 8)}`,
      signature: crypto.randomUUID(),
    };
    data.saveUser(withCheckout(user, { ...row, charge }));
    return ok(charge);
  },
} satisfies Partial<Handlers>;
