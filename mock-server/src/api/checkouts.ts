import { badField } from '@patchwork/api/parse-input';
import { type Refusal, refusals } from '@patchwork/api/refusals';
import {
  decodeLine,
  decodeProduct,
  decodeSeenLine,
  encodeLine,
  encodeOrderPage,
  orderCursorFault,
  type WireCheckout,
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
import type { Handlers } from './handler.ts';

type CheckoutRow = UserRow['checkouts'][number];

/**
 * Returns a checkout with its status now: an open one that has expired counts as closed, unless the bank was paid,
 * because its order is then still to be made.
 */
function checkoutNow({ checkout, charge }: CheckoutRow): WireCheckout {
  const isOver = Date.parse(checkout.expiresAt) <= Date.now();
  const isClosed = checkout.status === 'open' && isOver && !charge;
  return isClosed ? { ...checkout, status: 'closed' } : checkout;
}

const findCheckout = (user: UserRow, key: string): CheckoutRow | undefined =>
  user.checkouts.find(({ checkout }) => checkout.key === key);

const withCheckout = (user: UserRow, changed: CheckoutRow): UserRow => ({
  ...user,
  checkouts: user.checkouts.map((row) =>
    row.checkout.key === changed.checkout.key ? changed : row,
  ),
});

/** Takes the bought pieces out of the cart. Pieces that were added since the checkout opened stay. */
function takeBought(cart: UserRow['cart'], bought: WireCheckout['lines']): UserRow['cart'] {
  const quantities = new Map(bought.map(({ _id, qty }) => [_id, Number(qty)]));
  return cart.flatMap((line) => {
    const quantity = quantities.get(line._id);
    if (quantity === undefined) return line;
    return line.qty > quantity ? { ...line, qty: line.qty - quantity } : [];
  });
}

/** Makes the one order of a checkout that was paid: order, checkout and cart change together. */
function makeOrder(
  user: UserRow,
  row: CheckoutRow,
  paymentReference: string,
): { readonly user: UserRow; readonly checkout: WireCheckout; readonly order: WireOrder } {
  const { key, lines, total, address } = row.checkout;
  const order = {
    _id: key,
    placedAt: new Date().toISOString(),
    lines: lines as WireOrder['lines'],
    total,
    address,
    paymentReference,
  };
  const checkout: WireCheckout = { ...row.checkout, status: 'paid' };
  const paid = withCheckout(user, { ...row, checkout });
  const cart = takeBought(user.cart, lines);
  return { order, checkout, user: { ...paid, cart, orders: [order, ...user.orders] } };
}

/** Number of checkouts that a user keeps. Older ones are dropped; their orders stay. */
const MAX_CHECKOUTS = 20;

const orderOf = (user: UserRow, { checkout: { key } }: CheckoutRow): WireOrder | null =>
  user.orders.find(({ _id }) => _id === key) ?? null;

/** Prices the user's cart by the catalogue. Refused if it differs from what the shopper saw. */
function price(user: UserRow, data: Data, seen: readonly SeenLine[]): Result<Quote, Refusal> {
  const inCart = new Set(user.cart.map(({ _id }) => _id));
  const catalogue = data.products.filter(({ _id }) => inCart.has(_id)).map(decodeProduct);
  const priced = priceCheckout(user.cart.map(decodeLine), catalogue, seen);
  return priced.ok ? priced : err(refusals[priced.error]);
}

const isOpen = (row: CheckoutRow): boolean => checkoutNow(row).status === 'open';

/** Makes the order of an open checkout that was paid at the simulated bank. Returns the checkout with its order, if any. */
function settle(user: UserRow, row: CheckoutRow, data: Data) {
  const isPaid = row.checkout.status === 'paid';
  if (isPaid || !row.charge) return { checkout: checkoutNow(row), order: orderOf(user, row) };
  const made = makeOrder(user, row, row.charge.paymentId);
  data.saveUser(made.user);
  return made;
}

/**
 * Whether a payment counts as made. A payment of the simulated bank must have its signature. A payment of Razorpay, in
 * a shop without API server, can't be verified here and is accepted: a demonstration that no server may copy.
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

  /**
   * Pays at the simulated bank, or declines. The bank stores the signature that it gives out, so it need not be
   * computed.
   */
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

const newestFirst = (orders: readonly WireOrder[]): WireOrder[] =>
  [...orders].sort((one, other) => Date.parse(other.placedAt) - Date.parse(one.placedAt));

export const orderHandlers = {
  listOrders: ({ user, query: { limit, cursor } }) => {
    const orders = newestFirst(user.orders);
    if (cursor === undefined) return ok(encodeOrderPage(orders, limit));
    const end = orders.findIndex(({ _id }) => _id === cursor);
    if (end === -1) return err(badField('cursor', orderCursorFault));
    return ok(encodeOrderPage(orders.slice(end + 1), limit));
  },
} satisfies Partial<Handlers>;
