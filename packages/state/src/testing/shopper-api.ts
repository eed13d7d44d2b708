/** The API's calls for addresses, orders and checkout, in memory. For the tests of every piece. */
import type { Api, ApiError } from '@patchwork/api';
import {
  type Address,
  CHECKOUT_LIFETIME_MS,
  type Checkout,
  cartTotal,
  err,
  type LineItem,
  type Order,
  ok,
  type Result,
} from '@patchwork/domain';

const refused = (status: number, text: string): Result<never, ApiError> =>
  err({ kind: 'status', status, messages: [text] });

const unknown = refused(404, 'The payment was not found. Not Found error');

interface Bank {
  /** By the provider's order id: the payment's id. */
  readonly paid: Map<string, string>;
}

type AddressCalls = Pick<Api, 'listAddresses' | 'addAddress' | 'updateAddress' | 'deleteAddress'>;

function addressCalls(stored: readonly Address[]): AddressCalls {
  let addresses = stored;
  const answer = (next: readonly Address[]) => {
    addresses = next;
    return ok({ addresses: [...addresses] });
  };
  const without = (id: string) => addresses.filter((address) => address.id !== id);
  return {
    listAddresses: async () => answer(addresses),
    addAddress: async ({ body: { address } }) =>
      answer(without(address.id).length < addresses.length ? addresses : [...addresses, address]),
    updateAddress: async ({ addressId, body: { address } }) =>
      answer(
        without(addressId).length < addresses.length
          ? addresses.map((each) => (each.id === addressId ? address : each))
          : [...addresses, address],
      ),
    deleteAddress: async ({ addressId }) => answer(without(addressId)),
  };
}

type CheckoutCalls = Pick<
  Api,
  | 'listOrders'
  | 'listCheckouts'
  | 'openCheckout'
  | 'settleCheckout'
  | 'confirmCheckout'
  | 'cancelCheckout'
  | 'simulatePayment'
>;

function checkoutCalls(
  calls: AddressCalls,
  { paid }: Bank,
  onBought: (lines: readonly LineItem[]) => void,
): CheckoutCalls {
  let orders: readonly Order[] = [];
  const checkouts = new Map<string, Checkout>();
  const change = (checkout: Checkout): Checkout => {
    checkouts.set(checkout.key, checkout);
    return checkout;
  };
  const makeOrder = (checkout: Checkout, paymentReference: string): Order => {
    const known = orders.find(({ id }) => id === checkout.key);
    if (known) return known;
    const { key: id, lines, total, address } = change({ ...checkout, status: 'paid' });
    const placedAt = new Date().toISOString();
    const order = { id, placedAt, lines, total, address, paymentReference };
    orders = [order, ...orders];
    onBought(lines);
    return order;
  };
  const openOnes = () => [...checkouts.values()].filter(({ status }) => status === 'open');
  return {
    listOrders: async ({ query: { cursor, limit = 20 } }) => {
      const start = orders.findIndex(({ id }) => id === cursor) + 1;
      const page = orders.slice(start, start + limit);
      const isLast = start + limit >= orders.length;
      return ok({ orders: page, nextCursor: isLast ? null : (page.at(-1)?.id ?? null) });
    },
    listCheckouts: async () => ok({ checkouts: openOnes() }),
    openCheckout: async ({ body: { key, addressId, lines } }) => {
      const known = checkouts.get(key);
      if (known) return ok({ checkout: known });
      if (openOnes().length > 0) return refused(409, 'A payment is still open.');
      const listed = await calls.listAddresses({});
      const address = listed.ok && listed.value.addresses.find(({ id }) => id === addressId);
      if (!address) return refused(404, 'The address was not found. Not Found error');
      const now = Date.now();
      const checkout = change({
        key,
        status: 'open',
        openedAt: new Date(now).toISOString(),
        expiresAt: new Date(now + CHECKOUT_LIFETIME_MS).toISOString(),
        lines,
        total: cartTotal(lines),
        address,
        payment: { provider: 'simulator', orderId: `order_${key}` },
      });
      return ok({ checkout });
    },
    settleCheckout: async ({ key }) => {
      const checkout = checkouts.get(key);
      if (!checkout) return unknown;
      const paymentId = paid.get(checkout.payment.orderId);
      const isLost = checkout.status === 'open' && paymentId !== undefined;
      if (isLost) makeOrder(checkout, paymentId);
      const order = orders.find(({ id }) => id === key) ?? null;
      return ok({ checkout: checkouts.get(key) ?? checkout, order });
    },
    confirmCheckout: async ({ key, body: { paymentId } }) => {
      const checkout = checkouts.get(key);
      return checkout ? ok({ order: makeOrder(checkout, paymentId) }) : unknown;
    },
    cancelCheckout: async ({ key }) => {
      const checkout = checkouts.get(key);
      if (!checkout) return unknown;
      const paymentId = paid.get(checkout.payment.orderId);
      if (paymentId !== undefined) makeOrder(checkout, paymentId);
      else change({ ...checkout, status: 'closed' });
      return ok({ checkout: checkouts.get(key) ?? checkout });
    },
    simulatePayment: async ({ orderId, body: { outcome } }) => {
      if (outcome === 'decline') return refused(422, 'The simulated bank declined the payment.');
      const paymentId = paid.get(orderId) ?? `sim_${paid.size + 1}`;
      paid.set(orderId, paymentId);
      return ok({ paymentId, signature: 'signed' });
    },
  };
}

interface ShopperApiOptions {
  readonly addresses?: readonly Address[];
  /** Called once for each order: what was bought leaves the cart. */
  readonly onBought?: (lines: readonly LineItem[]) => void;
}

/** As the mock has them, without its delay. */
export function createShopperApi({
  addresses = [],
  onBought = () => {},
}: ShopperApiOptions = {}): AddressCalls & CheckoutCalls & Pick<Api, 'logout'> {
  const calls = addressCalls(addresses);
  return {
    ...calls,
    ...checkoutCalls(calls, { paid: new Map() }, onBought),
    logout: async () => ok({}),
  };
}
