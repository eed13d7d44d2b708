import { randomUUID } from 'node:crypto';
import { setTimeout as wait } from 'node:timers/promises';
import type { WireLine, WireOrder } from '@patchwork/api/wire';
import { encodeAddress } from '@patchwork/api/wire';
import { anAddress } from '@patchwork/domain/testing';

/** Server to call: in this process, or at another URL with Node's `fetch`. */
export interface Called {
  readonly fetch: (request: Request) => Promise<Response>;
  /** URL of the server; 'http://localhost' by default. */
  readonly url?: string;
}

export type Call = ReturnType<typeof connect>;

/** Returns a function that calls the API with a session's token: `call('GET', '/user/cart')`. */
export const connect =
  ({ fetch, url = 'http://localhost' }: Called, token = '') =>
  async (method: string, path: string, body?: object) => {
    const response = await fetch(
      new Request(`${url}/api${path}`, {
        method,
        headers: { authorization: token, 'content-type': 'application/json' },
        ...(body && { body: JSON.stringify(body) }),
      }),
    );
    const { status, headers } = response;
    return { status, retryAfter: headers.get('retry-after'), data: await response.json() };
  };

const RETRY_MS = 50;

/** Returns the server with a `fetch` that repeats a request as long as it is answered with 503 and Retry-After. */
export const calledPatiently = ({ fetch, ...server }: Called): Called => ({
  ...server,
  fetch: async (request) => {
    for (;;) {
      const response = await fetch(request.clone());
      if (response.status !== 503 || !response.headers.has('retry-after')) return response;
      await wait(RETRY_MS);
    }
  },
});

export const newAccount = () => ({
  name: 'Meera Das',
  email: `${randomUUID()}@patchwork.example`,
  password: 'loom and thread',
});

/** Returns a shopper's actions, each of which makes calls with the shopper's token. */
export function shopWith(call: Call) {
  const open = async (key: string = randomUUID()) => {
    const { cart } = (await call('GET', '/user/cart')).data;
    const lines = cart.map(({ _id, qty, price }: WireLine) => ({ _id, qty, price: Number(price) }));
    return call('POST', '/user/checkouts', { key, addressId: anAddress.id, lines });
  };
  const confirm = (key: string, payment: object) =>
    call('POST', `/user/checkouts/${key}/confirmation`, payment);
  return {
    call,
    add: (productId: string) => call('POST', '/user/cart', { product: { _id: productId } }),
    /** Opens a checkout of the whole cart. */
    open,
    confirm,
    /** Buys the cart with a simulated payment. Returns the first refusal, otherwise the response with the order. */
    buy: async () => {
      const opened = await open();
      if (opened.status !== 201) return opened;
      const { key, payment } = opened.data.checkout;
      const path = `/simulator/orders/${payment.orderId}/payment`;
      const paid = await call('POST', path, { outcome: 'success' });
      return paid.status === 201 ? confirm(key, paid.data) : paid;
    },
    orders: async (): Promise<WireOrder[]> => (await call('GET', '/user/orders')).data.orders,
  };
}

/** Signs up a shopper with an address and one piece of each of these products in the cart. */
export async function signUp(server: Called, ...productIds: readonly string[]) {
  const account = newAccount();
  const { status, data } = await connect(server)('POST', '/auth/signup', account);
  if (status !== 201) throw new Error(`No signup: ${status} ${JSON.stringify(data)}`);
  const token: string = data.encodedToken;
  const shopper = shopWith(connect(server, token));
  await shopper.call('POST', '/user/addresses', { address: encodeAddress(anAddress) });
  for (const productId of productIds) await shopper.add(productId);
  return { ...shopper, account, token, id: String(data.createdUser._id) };
}
