import { isDeepStrictEqual } from 'node:util';
import type { WireOutputOf } from '@patchwork/api';
import { encodeAddress } from '@patchwork/api/wire';
import { MAX_LINE_PIECES } from '@patchwork/domain';
import { anAddress } from '@patchwork/domain/testing';
import type { Random } from './actors.ts';

type Order = WireOutputOf<'listOrders'>['orders'][number];
type Checkout = WireOutputOf<'listCheckouts'>['checkouts'][number];

/** Quantities by product. */
type Cart = Readonly<Record<string, number>>;

interface SentCheckout {
  readonly key: string;
  readonly addressId: string;
  readonly lines: readonly object[];
}

/** Answers that one shopper got, and changes that were sent without an answer. */
export interface Memory {
  readonly token: string;
  readonly addressId: string;
  cart: Cart;
  /** The cart after the change that was sent and not answered. */
  nextCart: Cart | undefined;
  orders: readonly Order[];
  /** The checkout that was sent; it may be open. */
  checkout:
    | { readonly sent: SentCheckout; readonly isAnswered: boolean; isPaying: boolean }
    | undefined;
}

/** The process was killed before it had answered. */
export class ConnectionLost extends Error {}

/** Where the API is, and how many calls it has answered. */
export interface Server {
  readonly url: string;
  answers: number;
}

interface Call {
  readonly server: Server;
  readonly token?: string;
}

/** The answer to a call that must succeed. Throws a ConnectionLost when there is none. */
async function ask<T>(
  { server, token = '' }: Call,
  method: string,
  path: string,
  body?: object,
): Promise<T> {
  const headers = { authorization: token, connection: 'close', 'content-type': 'application/json' };
  const init = { method, headers };
  let response: Response;
  let text: string;
  try {
    response = await fetch(server.url + path, {
      ...init,
      ...(body && { body: JSON.stringify(body) }),
    });
    text = await response.text();
  } catch (error) {
    throw new ConnectionLost(`${method} ${path}`, { cause: error });
  }
  server.answers += 1;
  if (!response.ok) throw new Error(`${method} ${path}: ${response.status} ${text}`);
  return JSON.parse(text);
}

const toCart = ({ cart }: WireOutputOf<'getCart'>): Cart =>
  Object.fromEntries(cart.map(({ _id, qty }) => [_id, Number(qty)] as const));

const readCart = (call: Call) => ask<WireOutputOf<'getCart'>>(call, 'GET', '/api/user/cart');

async function readOrders(call: Call): Promise<readonly Order[]> {
  const found: Order[] = [];
  for (let search = '?limit=100'; ; ) {
    const path = `/api/user/orders${search}`;
    const page = await ask<WireOutputOf<'listOrders'>>(call, 'GET', path);
    found.push(...page.orders);
    if (page.nextCursor === null) return found;
    search = `?limit=100&cursor=${page.nextCursor}`;
  }
}

export async function signUp(server: Server, random: Random): Promise<Memory> {
  const email = `${random.uuid()}@patchwork.example`;
  const account = { name: 'Meera Das', email, password: 'loom and thread' };
  const path = '/api/auth/signup';
  const signup = await ask<WireOutputOf<'signup'>>({ server }, 'POST', path, account);
  const call = { server, token: signup.encodedToken };
  const address = encodeAddress(anAddress);
  await ask(call, 'POST', '/api/user/addresses', { address });
  return {
    token: call.token,
    addressId: address._id,
    cart: {},
    nextCart: undefined,
    orders: [],
    checkout: undefined,
  };
}

async function change(
  call: Call,
  memory: Memory,
  next: Cart,
  request: readonly [method: string, path: string, body?: object],
): Promise<void> {
  memory.nextCart = next;
  const cart = toCart(await ask(call, ...request));
  if (!isDeepStrictEqual(cart, next)) throw new Error(`a cart of ${JSON.stringify(cart)}`);
  memory.cart = cart;
  memory.nextCart = undefined;
}

const open = async (call: Call, sent: SentCheckout): Promise<Checkout> =>
  (await ask<WireOutputOf<'openCheckout'>>(call, 'POST', '/api/user/checkouts', sent)).checkout;

async function buy(call: Call, memory: Memory, random: Random): Promise<void> {
  const { cart } = await readCart(call);
  const lines = cart.map(({ _id, qty, price }) => ({ _id, qty, price: Number(price) }));
  const key = random.uuid();
  const sent = { key, addressId: memory.addressId, lines };
  memory.checkout = { sent, isAnswered: false, isPaying: false };
  const { payment } = await open(call, sent);
  memory.checkout = { sent, isAnswered: true, isPaying: false };
  const path = `/api/simulator/orders/${payment.orderId}/payment`;
  memory.checkout.isPaying = true;
  const proof = await ask<object>(call, 'POST', path, { outcome: 'success' });
  const confirmation = `/api/user/checkouts/${key}/confirmation`;
  memory.nextCart = {};
  const { order } = await ask<{ order: Order }>(call, 'POST', confirmation, proof);
  memory.orders = [order, ...memory.orders];
  memory.cart = {};
  memory.nextCart = undefined;
  memory.checkout = undefined;
}

/** Changes the cart and buys, one call at a time, until the process is killed. */
export async function shopUntilKilled(
  server: Server,
  memory: Memory,
  productIds: readonly string[],
  random: Random,
): Promise<void> {
  const call = { server, token: memory.token };
  try {
    for (;;) {
      const id = random.pick(productIds);
      const { [id]: quantity, ...others } = memory.cart;
      const line = `/api/user/cart/${id}`;
      if (quantity === undefined) {
        const body = { product: { _id: id } };
        await change(call, memory, { ...others, [id]: 1 }, ['POST', '/api/user/cart', body]);
      } else if (quantity < MAX_LINE_PIECES && random.chance(50)) {
        const body = { action: { type: 'increment' } };
        await change(call, memory, { ...others, [id]: quantity + 1 }, ['POST', line, body]);
      } else if (random.chance(30)) {
        await change(call, memory, others, ['DELETE', line]);
      } else await buy(call, memory, random);
    }
  } catch (error) {
    if (!(error instanceof ConnectionLost)) throw error;
  }
}

const show = (value: unknown): string => JSON.stringify(value);

/**
 * Compares what the shopper was answered with what is there after a restart. Returns what is lost or half
 * done, and remembers what is there. A payment that was begun is looked up, as the page does.
 */
export async function findLosses(server: Server, memory: Memory): Promise<readonly string[]> {
  const call = { server, token: memory.token };
  const { checkout } = memory;
  const path = '/api/user/checkouts';
  const { checkouts } = await ask<WireOutputOf<'listCheckouts'>>(call, 'GET', path);
  const before = await readOrders(call);
  const losses: string[] = [];
  const known = memory.orders.length;
  if (!isDeepStrictEqual(before.slice(-known || before.length), known ? memory.orders : before)) {
    losses.push(`orders ${show(memory.orders)} were answered, ${show(before)} are there`);
  }
  const made = before.slice(0, before.length - known).map(({ _id }) => _id);
  const found = checkouts.map(({ key }) => key);
  const traces = [...made, ...found];
  if (traces.some((key) => key !== checkout?.sent.key) || traces.length > 1) {
    losses.push(`${show({ made, found })}, but the last checkout is ${show(checkout)}`);
  }
  if (checkout?.isAnswered && traces.length === 0) {
    losses.push(`checkout ${checkout.sent.key} is lost`);
  }
  const cart = toCart(await readCart(call));
  const isChanged = checkout?.isPaying ? made.length > 0 : memory.nextCart !== undefined;
  const expected = [
    ...(checkout?.isPaying && isChanged ? [] : [memory.cart]),
    ...(isChanged && memory.nextCart ? [memory.nextCart] : []),
  ];
  if (!expected.some((each) => isDeepStrictEqual(each, cart))) {
    losses.push(`a cart of ${show(cart)}, where ${expected.map(show).join(' or ')} was expected`);
  }
  // It may be there without the provider's order, and is then not listed: the page sends it again too.
  const left = checkout && !checkout.isAnswered ? (await open(call, checkout.sent)).key : found[0];
  if (left) await ask(call, 'DELETE', `${path}/${left}`);
  await remember(call, memory);
  return losses;
}

/** Goes on from what is there. */
async function remember(call: Call, memory: Memory): Promise<void> {
  memory.orders = await readOrders(call);
  memory.cart = toCart(await readCart(call));
  memory.nextCart = undefined;
  memory.checkout = undefined;
}
