import { type Refusal, refusals } from '@patchwork/api/refusals';
import {
  decodeLine,
  decodeProduct,
  decodeSeenLine,
  encodeLine,
  type WireOrder,
} from '@patchwork/api/wire';
import {
  CHECKOUT_LIFETIME_MS,
  err,
  MAX_ORDER_LINES,
  ok,
  priceCheckout,
  type Quote,
  type Result,
  type SeenLine,
} from '@patchwork/domain';
import type { Data } from '../data/database.ts';
import type { UserRow } from '../data/rows.ts';
import {
  type CheckoutRow,
  checkoutNow,
  findCheckout,
  makeOrder,
  withCheckout,
} from './checkout-state.ts';
import type { Handlers } from './handler.ts';

/** Older ones are dropped: their orders stay. */
const MAX_CHECKOUTS = 20;

const orderOf = (user: UserRow, { checkout: { key } }: CheckoutRow): WireOrder | null =>
  user.orders.find(({ _id }) => _id === key) ?? null;

/** The user's cart at the catalogue's prices, if it is what the shopper saw. */
function price(user: UserRow, data: Data, seen: readonly SeenLine[]): Result<Quote, Refusal> {
  const inCart = new Set(user.cart.map(({ _id }) => _id));
  const catalogue = data.products.filter(({ _id }) => inCart.has(_id)).map(decodeProduct);
  const priced = priceCheckout(user.cart.map(decodeLine), catalogue, seen);
  return priced.ok ? priced : err(refusals[priced.error]);
}

const isOpen = (row: CheckoutRow): boolean => checkoutNow(row).status === 'open';

/** If the bank was paid for an open checkout, its order is made now. */
function settle(user: UserRow, row: CheckoutRow, data: Data) {
  const isPaid = row.checkout.status === 'paid';
  if (isPaid || !row.charge) return { checkout: checkoutNow(row), order: orderOf(user, row) };
  const made = makeOrder(user, row, row.charge.paymentId);
  data.saveUser(made.user);
  return made;
}

/**
 * A payment of the simulated bank has its signature. Razorpay's own, in a shop without API server, can't be
 * verified here and is accepted: a demonstration that no server may copy.
 */
const isVerified = ({ charge }: CheckoutRow, paymentId: string, signature: string): boolean =>
  paymentId.startsWith('pay_') ||
  (charge?.paymentId === paymentId && charge.signature === signature);

export const checkoutHandlers = {
  listCheckouts: ({ user }) => ok({ checkouts: user.checkouts.filter(isOpen).map(checkoutNow) }),

  openCheckout: ({ body: { key, addressId, lines: seen }, user, data }) => {
    const known = findCheckout(user, key);
    if (known) return ok({ checkout: checkoutNow(known) });
    if (seen.length > MAX_ORDER_LINES) return err(refusals.tooManyLines);
    if (user.checkouts.some(isOpen)) return err(refusals.checkoutOpen);
    const address = user.addresses.find(({ _id }) => _id === addressId);
    if (!address) return err(refusals.addressUnknown);
    const priced = price(user, data, seen.map(decodeSeenLine));
    if (!priced.ok) return priced;
    const { lines, total } = priced.value;
    const now = Date.now();
    const checkout = {
      key,
      status: 'open',
      openedAt: new Date(now).toISOString(),
      expiresAt: new Date(now + CHECKOUT_LIFETIME_MS).toISOString(),
      lines: lines.map(encodeLine),
      total,
      address,
      payment: { provider: 'simulator', orderId: `order_${crypto.randomUUID()}` },
    } as const;
    const checkouts = [...user.checkouts, { checkout }].slice(-MAX_CHECKOUTS);
    data.saveUser({ ...user, checkouts });
    return ok({ checkout });
  },

  settleCheckout: ({ params: { key }, user, data }) => {
    const row = findCheckout(user, key);
    if (!row) return err(refusals.checkoutUnknown);
    const { checkout, order } = settle(user, row, data);
    return ok({ checkout, order });
  },

  confirmCheckout: ({ params: { key }, body: { paymentId, signature }, user, data }) => {
    const row = findCheckout(user, key);
    if (!row) return err(refusals.checkoutUnknown);
    if (!isVerified(row, paymentId, signature)) return err(refusals.signatureWrong);
    const known = orderOf(user, row);
    if (known) return ok({ order: known });
    if (user.orders.some((order) => order.paymentReference === paymentId)) {
      return err(refusals.paymentUsed);
    }
    const made = makeOrder(user, row, paymentId);
    data.saveUser(made.user);
    return ok({ order: made.order });
  },

  cancelCheckout: ({ params: { key }, user, data }) => {
    const row = findCheckout(user, key);
    if (!row) return err(refusals.checkoutUnknown);
    if (row.charge || row.checkout.status !== 'open') {
      return ok({ checkout: settle(user, row, data).checkout });
    }
    const checkout = { ...row.checkout, status: 'closed' } as const;
    data.saveUser(withCheckout(user, { ...row, checkout }));
    return ok({ checkout });
  },

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
