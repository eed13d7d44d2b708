import { mailAbout } from '@patchwork/api/mail';
import { type Refusal, refusals } from '@patchwork/api/refusals';
import {
  decodeLine,
  decodeProduct,
  decodeSeenLine,
  encodeLine,
  type WireCheckout,
  type WireOrder,
} from '@patchwork/api/wire';
import {
  CHECKOUT_LIFETIME_MS,
  cashFault,
  deliveryDays,
  err,
  formatOrderNumber,
  MAX_ORDER_LINES,
  ORDER_NUMBER_BYTES,
  ok,
  priceCheckout,
  type Quote,
  type Result,
  type SeenLine,
  type Serviceability,
} from '@patchwork/domain';
import type { MockTables, UserRow } from '../data/rows.ts';
import { findPin } from './catalogue.ts';
import type { Call, Handlers } from './handler.ts';
import { withMail } from './mails.ts';
import { freePieces, heldPieces, moveStock } from './stock.ts';
import {
  type CheckoutRow,
  checkoutNow,
  decodeOrder,
  isOpen,
  replaceUser,
} from './stored-orders.ts';

const findCheckout = (user: UserRow, key: string): CheckoutRow | undefined =>
  user.checkouts.find(({ checkout }) => checkout.key === key);

const withCheckout = (user: UserRow, changed: CheckoutRow): UserRow => ({
  ...user,
  checkouts: user.checkouts.map((row) =>
    row.checkout.key === changed.checkout.key ? changed : row,
  ),
});

/** Removes the bought quantities from the cart. Anything added after the checkout was opened stays. */
function takeBought(cart: UserRow['cart'], bought: WireCheckout['lines']): UserRow['cart'] {
  const quantities = new Map(bought.map(({ _id, qty }) => [_id, Number(qty)]));
  return cart.flatMap((line) => {
    const quantity = quantities.get(line._id);
    if (quantity === undefined) return line;
    return line.qty > quantity ? { ...line, qty: line.qty - quantity } : [];
  });
}

type Calling = Pick<Call<'settleCheckout'>, 'user' | 'data' | 'now'>;

/** Creates the single order of a paid checkout. Order, checkout, cart, stock and mail change together. */
function placeOrder({ user, data, now }: Calling, row: CheckoutRow, paymentReference: string) {
  const { key, lines, total, address, deliveryDays, cashOnDelivery } = row.checkout;
  const order: WireOrder = {
    _id: key,
    number: formatOrderNumber(crypto.getRandomValues(new Uint8Array(ORDER_NUMBER_BYTES))),
    placedAt: now.toISOString(),
    lines: lines as WireOrder['lines'],
    total,
    address,
    ...(deliveryDays !== undefined && { deliveryDays }),
    ...(cashOnDelivery && { cashOnDelivery }),
    paymentReference,
    events: [],
    returnUntil: null,
  };
  const checkout: WireCheckout = { ...row.checkout, status: 'paid' };
  const paid = withCheckout(user, { ...row, checkout });
  const cart = takeBought(user.cart, lines);
  const buyer = { ...paid, cart, orders: [order, ...user.orders] };
  const tables = data.tables();
  const isEmailConfirmed = user.account.emailConfirmedAt !== undefined;
  const mail = mailAbout({ ...decodeOrder(order), isEmailConfirmed });
  data.replace({
    ...tables,
    products: moveStock(
      tables.products,
      lines.map(({ _id, qty }) => [_id, -Number(qty)] as const),
    ),
    users: replaceUser(tables.users, withMail(buyer, mail, now)),
  });
  return { checkout, order };
}

/** Maximum number of checkouts per user. Older ones are dropped; their orders stay. */
const MAX_CHECKOUTS = 20;

const orderOf = (user: UserRow, { checkout: { key } }: CheckoutRow): WireOrder | null =>
  user.orders.find(({ _id }) => _id === key) ?? null;

/** Whether enough unreserved pieces are in stock for these lines. */
function areFree(tables: MockTables, lines: Quote['lines'], now: Date): boolean {
  const held = heldPieces(tables, now);
  const free = new Map(tables.products.map((row) => [row._id, freePieces(row, held)]));
  return lines.every(({ product: { id }, quantity }) => (free.get(id) ?? 0) >= quantity);
}

/**
 * Prices the user's cart by the catalogue. Refuses if the result differs from what the shopper saw, or if too few
 * pieces are in stock.
 */
function price({ user, data, now }: Calling, seen: readonly SeenLine[]): Result<Quote, Refusal> {
  const inCart = new Set(user.cart.map(({ _id }) => _id));
  const catalogue = data.products.filter(({ _id }) => inCart.has(_id)).map(decodeProduct);
  const priced = priceCheckout(user.cart.map(decodeLine), catalogue, seen);
  if (!priced.ok) return err(refusals[priced.error]);
  return areFree(data.tables(), priced.value.lines, now) ? priced : err(refusals.notForSale);
}

/**
 * Creates a checkout's order if the simulated bank was paid and the order doesn't exist yet. Returns the checkout with
 * its order, if any.
 */
export function settle(calling: Calling, row: CheckoutRow) {
  const isPaid = row.checkout.status === 'paid';
  if (!isPaid && row.charge) return placeOrder(calling, row, row.charge.paymentId);
  return { checkout: checkoutNow(row, calling.now), order: orderOf(calling.user, row) };
}

/**
 * Whether a payment is accepted. Payments at the simulated bank need its signature. Razorpay payments can't be verified
 * without an API server and are accepted unchecked, for demonstrations only. Cash on delivery needs no payment.
 */
const isVerified = (
  { checkout, charge }: CheckoutRow,
  paymentId: string,
  signature: string,
): boolean =>
  checkout.payment.provider === 'cod'
    ? paymentId === checkout.payment.orderId
    : paymentId.startsWith('pay_') ||
      (charge?.paymentId === paymentId && charge.signature === signature);

/** Refuses a fee other than the shop's. */
const feeFault = ({ cashOnDelivery: terms }: Serviceability, { fee }: { readonly fee: number }) =>
  terms?.fee === fee ? undefined : 'cartChanged';

export const checkoutHandlers = {
  listCheckouts: ({ user, now }) =>
    ok({
      checkouts: user.checkouts
        .map((row) => checkoutNow(row, now))
        .filter(({ status }) => status === 'open'),
    }),

  openCheckout: (call) => {
    const { key, addressId, lines: seen } = call.body;
    const { user, data, now } = call;
    const known = findCheckout(user, key);
    if (known) return ok({ checkout: checkoutNow(known, now) });
    if (seen.length > MAX_ORDER_LINES) return err(refusals.tooManyLines);
    if (user.checkouts.some((row) => isOpen(row, now))) return err(refusals.checkoutOpen);
    const address = user.addresses.find(({ _id }) => _id === addressId);
    if (!address) return err(refusals.addressUnknown);
    const served = findPin(address.pinCode, call.settings);
    if (!served.isDeliverable) return err(refusals.pinNotServed);
    const priced = price(call, seen.map(decodeSeenLine));
    if (!priced.ok) return priced;
    const { lines, total } = priced.value;
    const cash = call.body.cashOnDelivery;
    const fault = cash && (cashFault(served, total) ?? feeFault(served, cash));
    if (fault) return err(refusals[fault]);
    const { days } = served;
    const checkout = {
      key,
      status: 'open',
      openedAt: now.toISOString(),
      expiresAt: new Date(now.getTime() + CHECKOUT_LIFETIME_MS).toISOString(),
      lines: lines.map(encodeLine),
      total: total + (cash?.fee ?? 0),
      address,
      ...(cash && { cashOnDelivery: cash }),
      ...(days !== null && { deliveryDays: deliveryDays(lines, days) }),
      payment: {
        provider: cash ? 'cod' : 'simulator',
        orderId: `${cash ? 'cod' : 'order'}_${crypto.randomUUID()}`,
      },
    } as const;
    const checkouts = [...user.checkouts, { checkout }].slice(-MAX_CHECKOUTS);
    data.saveUser({ ...user, checkouts });
    return ok({ checkout });
  },

  settleCheckout: (call) => {
    const row = findCheckout(call.user, call.params.key);
    if (!row) return err(refusals.checkoutUnknown);
    const { checkout, order } = settle(call, row);
    return ok({ checkout, order });
  },

  confirmCheckout: (call) => {
    const { paymentId, signature } = call.body;
    const row = findCheckout(call.user, call.params.key);
    if (!row) return err(refusals.checkoutUnknown);
    if (!isVerified(row, paymentId, signature)) return err(refusals.signatureWrong);
    const known = orderOf(call.user, row);
    if (known) return ok({ order: known });
    const isCash = row.checkout.payment.provider === 'cod';
    if (isCash && !isOpen(row, call.now)) return err(refusals.checkoutClosed);
    if (call.user.orders.some((order) => order.paymentReference === paymentId)) {
      return err(refusals.paymentUsed);
    }
    return ok({ order: placeOrder(call, row, paymentId).order });
  },

  cancelCheckout: (call) => {
    const { user, data } = call;
    const row = findCheckout(user, call.params.key);
    if (!row) return err(refusals.checkoutUnknown);
    if (row.charge || row.checkout.status !== 'open') {
      return ok({ checkout: settle(call, row).checkout });
    }
    const checkout = { ...row.checkout, status: 'closed' } as const;
    data.saveUser(withCheckout(user, { ...row, checkout }));
    return ok({ checkout });
  },

  /** Pays at the simulated bank, or declines. The signature is a stored random value; nothing is computed. */
  simulatePayment: ({ params, body, user, data, now }) => {
    const row = user.checkouts.find(
      ({ checkout: { payment } }) =>
        payment.orderId === params.orderId && payment.provider !== 'cod',
    );
    if (!row) return err(refusals.checkoutUnknown);
    if (body.outcome === 'decline') return err(refusals.paymentDeclined);
    if (row.charge) return ok(row.charge);
    if (checkoutNow(row, now).status !== 'open') return err(refusals.checkoutClosed);
    const charge = {
      paymentId: `sim_${crypto.randomUUID().slice(0, 8)}`,
      signature: crypto.randomUUID(),
    };
    data.saveUser(withCheckout(user, { ...row, charge }));
    return ok(charge);
  },
} satisfies Partial<Handlers>;
