import { refusals } from '@patchwork/api/refusals';
import { err, ok } from '@patchwork/domain';
import { makeOrder } from '../checkout/make-order.ts';
import { openCheckout } from '../checkout/open-checkout.ts';
import { settle } from '../checkout/settle.ts';
import { serverRefusals } from '../http/refusals.ts';
import { providerOf } from '../payment/cash-on-delivery.ts';
import {
  findCheckout,
  findOpenCheckout,
  isAt,
  isPayable,
  type PayableRow,
  toWireCheckout,
} from '../rows/checkout-row.ts';
import { findOrder, hasId, toWireOrder } from '../rows/order-row.ts';
import type { Handlers } from './handler.ts';
import type { Services } from './services.ts';

async function orderOf({ db, returnDays }: Services, { status, key }: PayableRow) {
  const order = status === 'paid' ? await findOrder(db, hasId(key)) : undefined;
  return order ? toWireOrder(order, returnDays) : null;
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
    const { db, caller, params, provider } = call;
    const found = await findCheckout(db, caller.shopperId, params.key);
    if (!found) return err(refusals.checkoutUnknown);
    await settle(call, found, 'whenOver');
    const row = (await findCheckout(db, caller.shopperId, params.key)) ?? found;
    return ok({ checkout: toWireCheckout(row, provider), order: await orderOf(call, row) });
  },

  confirmCheckout: async (call) => {
    const { db, caller, address, params, body, log } = call;
    const row = await findCheckout(db, caller.shopperId, params.key);
    if (!row) return err(refusals.checkoutUnknown);
    const provider = providerOf(call.provider, row);
    const { providerOrderId: orderId } = row;
    if (!isAt(provider, row)) {
      const known = await orderOf(call, row);
      if (known) return ok({ order: known });
      const { key: checkout, account } = row;
      log.error(
        { checkout, provider: row.provider, account, order: orderId, payment: body.paymentId },
        'A payment at another account can’t be verified here',
      );
      return err(serverRefusals.otherAccount);
    }
    if (!(await provider.verify({ orderId, ...body }))) return err(refusals.signatureWrong);
    const made = await makeOrder(db, row.key, body.paymentId, address);
    if (made === 'soldOut') return err(refusals.checkoutClosed);
    if (made === 'paymentUsed') return err(refusals.paymentUsed);
    return ok({ order: toWireOrder(made, call.returnDays) });
  },

  cancelCheckout: async (call) => {
    const { db, caller, params } = call;
    const found = await findCheckout(db, caller.shopperId, params.key);
    if (!found) return err(refusals.checkoutUnknown);
    await settle(call, found, 'always');
    const row = (await findCheckout(db, caller.shopperId, params.key)) ?? found;
    return ok({ checkout: toWireCheckout(row, call.provider) });
  },

  simulatePayment: async ({ simulator, caller: { shopperId }, params: { orderId }, body }) => {
    const isDeclined = body.outcome === 'decline';
    const paid = (await simulator?.pay({ shopperId, orderId, isDeclined })) ?? 'unknown';
    if (paid === 'unknown') return err(refusals.checkoutUnknown);
    if (paid === 'declined') return err(refusals.paymentDeclined);
    if (paid === 'closed') return err(refusals.checkoutClosed);
    return ok({ paymentId: paid.paymentId, signature: paid.signature });
  },
} satisfies Partial<Handlers>;
