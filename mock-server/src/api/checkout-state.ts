import type { WireCheckout, WireOrder } from '@patchwork/api/wire';
import type { UserRow } from '../data/rows.ts';

export type CheckoutRow = UserRow['checkouts'][number];

/** An open one that has expired is closed, unless the bank was paid: then its order is still to be made. */
export function checkoutNow({ checkout, charge }: CheckoutRow): WireCheckout {
  const isOver = Date.parse(checkout.expiresAt) <= Date.now();
  const isClosed = checkout.status === 'open' && isOver && !charge;
  return isClosed ? { ...checkout, status: 'closed' } : checkout;
}

export const findCheckout = (user: UserRow, key: string): CheckoutRow | undefined =>
  user.checkouts.find(({ checkout }) => checkout.key === key);

/** The user with this checkout changed. */
export const withCheckout = (user: UserRow, changed: CheckoutRow): UserRow => ({
  ...user,
  checkouts: user.checkouts.map((row) =>
    row.checkout.key === changed.checkout.key ? changed : row,
  ),
});

/** What was put into the cart since the checkout opened stays. */
function takeBought(cart: UserRow['cart'], bought: WireCheckout['lines']): UserRow['cart'] {
  const quantities = new Map(bought.map(({ _id, qty }) => [_id, Number(qty)]));
  return cart.flatMap((line) => {
    const quantity = quantities.get(line._id);
    if (quantity === undefined) return line;
    return line.qty > quantity ? { ...line, qty: line.qty - quantity } : [];
  });
}

/** Makes the one order of a checkout that was paid: order, checkout and cart change together. */
export function makeOrder(
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
