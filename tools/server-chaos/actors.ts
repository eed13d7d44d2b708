import { setTimeout as wait } from 'node:timers/promises';
import type { WireOutputOf } from '@patchwork/api';
import type { WireOrder } from '@patchwork/api/wire';
import { uniformInt } from 'pure-rand/distribution/uniformInt';
import { xoroshiro128plus } from 'pure-rand/generator/xoroshiro128plus';
import type { RazorpayDouble, Webhook } from '../../api-server/src/testing/razorpay-double.ts';

export type Random = ReturnType<typeof createRandom>;

/**
 * Creates a random generator from a seed and a stream number. The same two numbers give the same sequence. Each actor
 * has its own stream, so that the others don't affect its choices.
 */
export function createRandom(seed: number, stream: number) {
  const generator = xoroshiro128plus(seed);
  for (let jumps = 0; jumps <= stream; jumps += 1) generator.jump();
  /** Returns an integer between both bounds, inclusive. */
  const between = (from: number, to: number): number => uniformInt(generator, from, to);
  const hex = (length: number): string =>
    Array.from({ length }, () => between(0, 15).toString(16)).join('');
  return {
    between,
    /** Returns true with this probability, in percent. */
    chance: (percent: number): boolean => between(1, 100) <= percent,
    pick<T>(list: readonly T[]): T {
      const chosen = list[between(0, list.length - 1)];
      if (chosen === undefined) throw new Error('there is nothing to pick from');
      return chosen;
    },
    uuid: (): string => `${hex(8)}-${hex(4)}-4${hex(3)}-a${hex(3)}-${hex(12)}`,
  };
}

/** Response of the API; 'lost' if no process was ready or the connection broke, 'busy' for a status from 500 up. */
type Answer = { readonly status: number; readonly data: unknown } | 'lost' | 'busy';

interface Message {
  readonly method: 'GET' | 'POST' | 'DELETE';
  readonly path: string;
  readonly body?: string;
  readonly headers?: Readonly<Record<string, string>>;
}

const CUT_PERCENT = 6;
/**
 * Maximum number of attempts to send a message. An embedded database takes seconds to open, more than ten on a busy
 * machine.
 */
const MAX_ATTEMPTS = 1_000;
/** Maximum number of times that the delay before retrying a busy server is doubled. */
const MAX_DOUBLINGS = 6;
const TIMEOUT_MS = 20_000;

type Network = ReturnType<typeof createNetwork>;

interface ApiServer {
  readonly url: string;
  /** Whether a proxy would send requests to this process. */
  readonly isReady: () => boolean;
}

/** Connects actors to several processes, each of which may be down. Like a proxy, asks only those that are ready. */
export function createNetwork(processes: readonly ApiServer[]) {
  /** Method, path and text of each response with status 500, which no client should ever receive. */
  const crashes: string[] = [];
  let answers = 0;

  /** Sends a message once, to a random process. The connection may break before or after it arrives. */
  async function send(message: Message, random: Random): Promise<Answer> {
    const { method, path, body, headers } = message;
    const ready = processes.filter(({ isReady }) => isReady());
    if (ready.length === 0) return 'lost';
    const timeoutMs = random.chance(CUT_PERCENT) ? random.between(0, 40) : TIMEOUT_MS;
    try {
      const response = await fetch(random.pick(ready).url + path, {
        method,
        headers: { ...(body !== undefined && { 'content-type': 'application/json' }), ...headers },
        ...(body !== undefined && { body }),
        signal: AbortSignal.timeout(timeoutMs),
      });
      const text = await response.text();
      answers += 1;
      if (response.status === 500) crashes.push(`${method} ${path}: ${text}`);
      // The process is stopping or its database is unavailable (503). Nothing was changed.
      if (response.status >= 500) return 'busy';
      return { status: response.status, data: text === '' ? undefined : JSON.parse(text) };
    } catch {
      return 'lost';
    }
  }

  /** Sends a message until there is a response. Throws after MAX_ATTEMPTS attempts. */
  async function sendUntilAnswered(message: Message, random: Random) {
    for (let attempt = 0; attempt < MAX_ATTEMPTS; attempt += 1) {
      const answer = await send(message, random);
      if (typeof answer === 'object') return answer;
      const isBusy = answer === 'busy';
      await wait(random.between(20, 120) * (isBusy ? 2 ** Math.min(attempt, MAX_DOUBLINGS) : 1));
    }
    throw new Error(`${message.method} ${message.path}: no answer to ${MAX_ATTEMPTS} attempts`);
  }

  return { send, sendUntilAnswered, countAnswers: () => answers, crashes };
}

/** Delivers webhooks like a provider: late, in any order, more than once, and until they are accepted. */
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
    /** Resolves once every webhook was accepted. */
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
  readonly operatorToken: string;
}

interface Caller {
  readonly token: string;
  readonly random: Random;
}

export interface Shopper extends Caller {
  readonly addressId: string;
  /** Random choices of the operator who handles this shopper's orders. */
  readonly operatorRandom: Random;
}

export interface Visit {
  /** Ids of orders that were confirmed with status 201. */
  readonly confirmed: string[];
  /** Keys of opened checkouts. */
  readonly opened: string[];
  /** Orders as returned after a change. */
  readonly changed: WireOrder[];
}

/** Returns functions for a client's calls: `once` sends a call once, `ask` until there is a response. */
function connect({ network }: World, { token, random }: Caller) {
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

/** Fee of cash on delivery in rupees, which a quarter of the purchases choose. */
export const CASH_FEE = 20;

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
 * Opens a checkout for the cart. If it is refused because a product was sold meanwhile, empties the cart and returns
 * undefined.
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
    ...(random.chance(25) && { cashOnDelivery: { fee: CASH_FEE } }),
  });
  if (status === 201) return (data as { checkout: Checkout }).checkout;
  for (const { _id } of cart) await ask('DELETE', `/api/user/cart/${_id}`);
  return undefined;
}

/** Confirms a payment once, twice at the same time, or not at all. Returns the order's id if it was confirmed. */
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
    typeof answer === 'object' && answer.status === 201
      ? [(answer.data as { order: { _id: string } }).order._id]
      : [],
  );
  return accepted[0];
}

/** Pays, gives up, cancels, or cancels during the payment. Returns the order's id if it was confirmed. */
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
    // The provider's window was still open, so a cancelled checkout is paid.
  }
  if (payment.provider === 'cod') {
    const proof = { paymentId: payment.orderId, signature: '' };
    const cancelled = way === 'both' ? cancel() : undefined;
    // After a cancellation it is refused.
    const order = await confirm(connection, key, proof, random);
    await cancelled;
    return order;
  }
  const proof = bank.pay(payment.orderId);
  // After a cancellation the page is gone, so only the webhook reports the payment.
  if (way === 'cancel' || random.chance(85)) webhooks.add(bank.webhookOf(proof.paymentId));
  if (random.chance(30)) webhooks.add(bank.webhookOf(proof.paymentId, 'order.paid'));
  const cancelled = way === 'both' ? cancel() : undefined;
  const order = way === 'cancel' ? undefined : await confirm(connection, key, proof, random);
  await cancelled;
  return order;
}

/** Returns the other product of a product's style. Two that follow each other, such as 4 and 5, are of one style. */
function siblingOf({ _id, price }: WireOrder['lines'][number]) {
  const index = Number(_id.replace('product-', ''));
  const other = index % 2 === 0 ? index + 1 : index - 1;
  return { id: `product-${other}`, price: Number(price) + other - index };
}

type Act = (path: string, body?: object) => Promise<void>;

/**
 * Returns a function that requests a change of an order, sometimes twice at once, and records the response. Without a
 * body it is a DELETE.
 */
function changeFor(world: World, caller: Caller, { changed }: Visit): Act {
  const { once, ask } = connect(world, caller);
  return async (path, body) => {
    await wait(caller.random.between(0, 60));
    const method = body ? 'POST' : 'DELETE';
    const first = caller.random.chance(30) ? once(method, path, body) : undefined;
    for (const answer of await Promise.all([ask(method, path, body), first])) {
      if (typeof answer !== 'object') continue;
      const { status, data } = answer;
      if (status === 200) changed.push((data as { order: WireOrder }).order);
      // 409: the order is not in a state that allows this.
      else if (status !== 409) throw new Error(`${path}: ${status} ${JSON.stringify(data)}`);
    }
  };
}

/** Lets shopper and operator change an order concurrently, from packing or cancelling to returns and refunds. */
async function liveOn(world: World, shopper: Shopper, visit: Visit, id: string): Promise<void> {
  const { random, operatorRandom } = shopper;
  const { data } = await connect(world, shopper).ask('GET', `/api/user/orders/${id}`);
  const { lines } = (data as { order: WireOrder }).order;
  const products = lines.map(({ _id }) => _id);
  const ask = changeFor(world, shopper, visit);
  const operate = changeFor(world, { token: world.operatorToken, random: operatorRandom }, visit);
  const change = (type: string, fields: object = {}) =>
    operate(`/api/operator/orders/${id}`, { action: { type, ...fields } });
  const oneOf = (choice: Random) => ({ products: [choice.pick(products)] });

  const ship = async () => {
    for (const [type, fields] of [
      ['pack', {}],
      ['ship', { carrier: 'Blue Dart' }],
      ['deliver', {}],
    ] as const) {
      if (operatorRandom.chance(10)) await change('cancel', oneOf(operatorRandom));
      if (operatorRandom.chance(10)) return;
      // Refused for a prepaid order, and unless it is on its way.
      if (operatorRandom.chance(10)) await change('refuse');
      await change(type, fields);
    }
  };
  const cancel = async () => {
    if (random.chance(25)) await ask(`/api/user/orders/${id}/cancellation`, oneOf(random));
    if (random.chance(15)) await ask(`/api/user/orders/${id}/cancellation`, {});
  };
  await Promise.all([ship(), cancel()]);

  const reason = 'too small';
  const exchange = async () => {
    const path = `/api/user/orders/${id}/exchanges`;
    const from = random.pick(lines);
    const to = siblingOf(from);
    await ask(path, { from: from._id, to: to.id, price: to.price, reason });
    // Sometimes at the same time as the operator sends it.
    const withdrawn = random.chance(25) ? ask(`${path}/${from._id}`) : undefined;
    const line = { products: [from._id], reason };
    if (random.chance(80)) await change('sendExchange', { ...line, carrier: 'Blue Dart' });
    if (random.chance(80)) await change('completeExchange', line);
    else if (random.chance(50)) await change('declineExchange', line);
    await withdrawn;
  };
  const giveBack = async () => {
    for (let count = random.between(0, 4); count > 0; count -= 1) {
      if (random.chance(50)) await exchange();
      else await ask(`/api/user/orders/${id}/returns`, { ...oneOf(random), reason });
    }
  };
  const decideReturns = async () => {
    for (let count = operatorRandom.between(1, 6); count > 0; count -= 1) {
      const type = operatorRandom.pick([
        ...['acceptReturn', 'acceptReturn', 'acceptReturn', 'completeExchange'],
        ...['declineReturn', 'grantRefund', 'recordRefund', 'recordRefund'],
      ]);
      const line = oneOf(operatorRandom);
      const reference = `UPI ${operatorRandom.between(1, 9)}`;
      await change(type, { ...line, ...(type === 'recordRefund' ? { reference } : { reason }) });
    }
  };
  await Promise.all([giveBack(), decideReturns()]);
}

/** Makes one to three purchases, some of which are never finished. */
export async function shop(world: World, shopper: Shopper): Promise<Visit> {
  const { random } = shopper;
  const connection = connect(world, shopper);
  const visit: Visit = { confirmed: [], opened: [], changed: [] };
  for (let count = random.between(1, 3); count > 0; count -= 1) {
    await fillCart(connection, world, random);
    const checkout = await openCheckout(connection, shopper);
    if (!checkout) continue;
    visit.opened.push(checkout.key);
    const order = await settle(connection, world, checkout, random);
    if (order === undefined) continue;
    visit.confirmed.push(order);
    await liveOn(world, shopper, visit, order);
  }
  return visit;
}

/** Lets a shopper return later: every checkout that the shopper has opened is settled, as the page would do. */
export async function comeBack(world: World, shopper: Shopper, visit: Visit): Promise<void> {
  const { ask } = connect(world, shopper);
  for (const key of visit.opened) await ask('POST', `/api/user/checkouts/${key}/settlement`);
}
