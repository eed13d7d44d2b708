import { setTimeout as wait } from 'node:timers/promises';
import type { WireOutputOf } from '@patchwork/api';
import { uniformInt } from 'pure-rand/distribution/uniformInt';
import { xoroshiro128plus } from 'pure-rand/generator/xoroshiro128plus';
import type { RazorpayDouble, Webhook } from '../../api-server/src/payment/razorpay-double.ts';

export type Random = ReturnType<typeof createRandom>;

/**
 * Returns random choices that follow from a seed and a stream: the same two give the same choices in the same order.
 * Every actor has a stream of its own, so that the choices of others do not change its order.
 */
export function createRandom(seed: number, stream: number) {
  const generator = xoroshiro128plus(seed);
  for (let jumps = 0; jumps <= stream; jumps += 1) generator.jump();
  /** Returns a whole number, both ends included. */
  const between = (from: number, to: number): number => uniformInt(generator, from, to);
  const hex = (length: number): string =>
    Array.from({ length }, () => between(0, 15).toString(16)).join('');
  return {
    between,
    /** Returns true in `percent` of 100 cases. */
    chance: (percent: number): boolean => between(1, 100) <= percent,
    pick<T>(list: readonly T[]): T {
      const chosen = list[between(0, list.length - 1)];
      if (chosen === undefined) throw new Error('there is nothing to pick from');
      return chosen;
    },
    /** Returns a UUID of version 4. */
    uuid: (): string => `${hex(8)}-${hex(4)}-4${hex(3)}-a${hex(3)}-${hex(12)}`,
  };
}

/** An answer of the API, or 'lost': the connection was cut, or the process was killed. */
type Answer = { readonly status: number; readonly data: unknown } | 'lost';

interface Message {
  readonly method: 'GET' | 'POST' | 'DELETE';
  readonly path: string;
  readonly body?: string;
  readonly headers?: Readonly<Record<string, string>>;
}

const CUT_PERCENT = 6;
/**
 * Maximum number of attempts to send a message: an embedded database opens in seconds, on a busy machine in more than
 * ten.
 */
const MAX_ATTEMPTS = 1_000;
const TIMEOUT_MS = 20_000;

type Network = ReturnType<typeof createNetwork>;

/** Connects actors with a number of processes, each of which may be down. */
export function createNetwork(addresses: readonly string[]) {
  /** Method, path and text of each answer with status 500: no client may ever see one. */
  const crashes: string[] = [];
  let answers = 0;

  /** Sends a message once, to any process. The connection may be cut before or after it arrived. */
  async function send(message: Message, random: Random): Promise<Answer> {
    const { method, path, body, headers } = message;
    const timeoutMs = random.chance(CUT_PERCENT) ? random.between(0, 40) : TIMEOUT_MS;
    try {
      const response = await fetch(random.pick(addresses) + path, {
        method,
        headers: { ...(body !== undefined && { 'content-type': 'application/json' }), ...headers },
        ...(body !== undefined && { body }),
        signal: AbortSignal.timeout(timeoutMs),
      });
      const text = await response.text();
      answers += 1;
      if (response.status === 500) crashes.push(`${method} ${path}: ${text}`);
      // 503: the process is stopping, or its database does not answer. Nothing was done.
      if (response.status >= 500) return 'lost';
      return { status: response.status, data: text === '' ? undefined : JSON.parse(text) };
    } catch {
      return 'lost';
    }
  }

  /** Sends a message until it is answered. */
  async function sendUntilAnswered(message: Message, random: Random) {
    for (let attempt = 0; attempt < MAX_ATTEMPTS; attempt += 1) {
      const answer = await send(message, random);
      if (answer !== 'lost') return answer;
      await wait(random.between(20, 120));
    }
    throw new Error(`${message.method} ${message.path}: no answer to ${MAX_ATTEMPTS} attempts`);
  }

  return { send, sendUntilAnswered, countAnswers: () => answers, crashes };
}

/** Delivers webhooks as a provider does: late, in any order, more than once, and again until accepted. */
export function createWebhooks(network: Network, random: Random) {
  const deliveries: Promise<void>[] = [];

  async function deliver({ body, headers }: Webhook, delayMs: number): Promise<void> {
    await wait(delayMs);
    const message = { method: 'POST', path: '/api/webhooks/razorpay', body, headers } as const;
    const { status } = await network.sendUntilAnswered(message, random);
    if (status !== 200) throw new Error(`a webhook was answered with ${status}`);
  }

  return {
    add(webhook: Webhook) {
      const copies = random.chance(30) ? 2 : 1;
      for (let copy = 0; copy < copies; copy += 1) {
        deliveries.push(deliver(webhook, random.between(0, 600)));
      }
    },
    /** Resolves when every webhook was accepted. */
    settled: () => Promise.all(deliveries),
  };
}

type Cart = WireOutputOf<'getCart'>['cart'];
type Checkout = WireOutputOf<'openCheckout'>['checkout'];

interface World {
  readonly network: Network;
  readonly bank: RazorpayDouble;
  readonly webhooks: ReturnType<typeof createWebhooks>;
  readonly productIds: readonly string[];
}

export interface Shopper {
  readonly token: string;
  readonly addressId: string;
  readonly random: Random;
}

/** Results of a shopper's visit. */
export interface Visit {
  /** Ids of orders that were confirmed with 201. */
  readonly confirmed: string[];
  /** Keys of checkouts that were opened. */
  readonly opened: string[];
}

/** Returns functions for a shopper's calls: `once` sends a call once, `ask` until it is answered. */
function connect({ network }: World, { token, random }: Shopper) {
  const message = (method: Message['method'], path: string, body?: object): Message => ({
    method,
    path,
    headers: { authorization: token },
    ...(body && { body: JSON.stringify(body) }),
  });
  return {
    once: (...of: Parameters<typeof message>): Promise<Answer> =>
      network.send(message(...of), random),
    ask: (...of: Parameters<typeof message>) => network.sendUntilAnswered(message(...of), random),
  };
}

type Connection = ReturnType<typeof connect>;

async function fillCart({ ask }: Connection, { productIds }: World, random: Random) {
  for (let count = random.between(1, 3); count > 0; count -= 1) {
    const productId = random.pick(productIds);
    await ask('POST', '/api/user/cart', { product: { _id: productId } });
    if (random.chance(40)) {
      await ask('POST', `/api/user/cart/${productId}`, { action: { type: 'increment' } });
    }
  }
}

/**
 * Opens a checkout of the cart. If the server refuses, because something was sold meanwhile, empties the cart and
 * returns undefined.
 */
async function openCheckout(
  { ask }: Connection,
  { addressId, random }: Shopper,
): Promise<Checkout | undefined> {
  const { cart } = (await ask('GET', '/api/user/cart')).data as { cart: Cart };
  const lines = cart.map(({ _id, qty, price }) => ({ _id, qty, price: Number(price) }));
  const { status, data } = await ask('POST', '/api/user/checkouts', {
    key: random.uuid(),
    addressId,
    lines,
  });
  if (status === 201) return (data as { checkout: Checkout }).checkout;
  for (const { _id } of cart) await ask('DELETE', `/api/user/cart/${_id}`);
  return undefined;
}

/** Confirms a payment: once, twice at the same time, or not at all. Returns the order's id if it was confirmed. */
async function confirm(
  { once, ask }: Connection,
  key: string,
  proof: { paymentId: string; signature: string },
  random: Random,
): Promise<string | undefined> {
  if (random.chance(15)) return undefined;
  await wait(random.between(0, 80));
  const path = `/api/user/checkouts/${key}/confirmation`;
  const first = random.chance(30) ? once('POST', path, proof) : undefined;
  const answers = await Promise.all([first, ask('POST', path, proof)]);
  const accepted = answers.flatMap((answer) =>
    answer && answer !== 'lost' && answer.status === 201
      ? [(answer.data as { order: { _id: string } }).order._id]
      : [],
  );
  return accepted[0];
}

/** Pays, gives up, cancels, or cancels while the payment is on its way. Returns the order's id if it was confirmed. */
async function settle(
  connection: Connection,
  { bank, webhooks }: World,
  { key, payment }: Checkout,
  random: Random,
): Promise<string | undefined> {
  const way = random.pick(['pay', 'pay', 'pay', 'pay', 'pay', 'leave', 'cancel', 'both'] as const);
  const cancel = () => connection.ask('DELETE', `/api/user/checkouts/${key}`);
  if (way === 'leave') return undefined;
  if (way === 'cancel') {
    await cancel();
    if (!random.chance(25)) return undefined;
    // The provider's window was still open: money is taken for a checkout that was cancelled.
  }
  const proof = bank.pay(payment.orderId);
  // A payment after a cancellation is reported by the webhook alone: the page is gone.
  if (way === 'cancel' || random.chance(85)) webhooks.add(bank.webhookOf(proof.paymentId));
  if (random.chance(30)) webhooks.add(bank.webhookOf(proof.paymentId, 'order.paid'));
  const cancelled = way === 'both' ? cancel() : undefined;
  const order = way === 'cancel' ? undefined : await confirm(connection, key, proof, random);
  await cancelled;
  return order;
}

/** Makes one to three purchases for a shopper, some of which are never finished. */
export async function shop(world: World, shopper: Shopper): Promise<Visit> {
  const { random } = shopper;
  const connection = connect(world, shopper);
  const visit: Visit = { confirmed: [], opened: [] };
  await wait(random.between(0, 400));
  for (let count = random.between(1, 3); count > 0; count -= 1) {
    await fillCart(connection, world, random);
    const checkout = await openCheckout(connection, shopper);
    if (!checkout) continue;
    visit.opened.push(checkout.key);
    const order = await settle(connection, world, checkout, random);
    if (order !== undefined) visit.confirmed.push(order);
  }
  return visit;
}

/** Lets the shopper come back later: the page asks for the end of every checkout that it has opened. */
export async function comeBack(world: World, shopper: Shopper, visit: Visit): Promise<void> {
  const { ask } = connect(world, shopper);
  for (const key of visit.opened) await ask('POST', `/api/user/checkouts/${key}/settlement`);
}
