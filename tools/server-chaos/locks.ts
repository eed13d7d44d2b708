import { randomUUID } from 'node:crypto';
import { setMaxListeners } from 'node:events';
import { setTimeout as wait } from 'node:timers/promises';
import { encodeAddress } from '@patchwork/api/wire';
import { anAddress } from '@patchwork/domain/testing';
import pg from 'pg';

/*
 * Buyers who wait for locks that someone else holds, beside visitors who only read. Both go to an API server in a
 * process of its own.
 */

const READERS = 4;
const READ_PAUSE_MS = 10;
const READINESS_PAUSE_MS = 100;

/** A request takes at most so long here: one that hangs is a result, too. */
const REQUEST_TIMEOUT_MS = 15_000;

interface Answer {
  readonly status: number;
  readonly ms: number;
  readonly retryAfter: string | null;
}

interface Call {
  readonly method?: string;
  readonly token?: string;
  readonly body?: object;
}

/** Sends one request. `ms`: until its whole answer was there. */
async function send(url: string, path: string, { method = 'GET', token = '', body }: Call = {}) {
  const start = performance.now();
  const response = await fetch(url + path, {
    method,
    headers: { authorization: token, ...(body && { 'content-type': 'application/json' }) },
    signal: AbortSignal.timeout(REQUEST_TIMEOUT_MS),
    ...(body && { body: JSON.stringify(body) }),
  });
  const text = await response.text();
  const answer: Answer = {
    status: response.status,
    ms: performance.now() - start,
    retryAfter: response.headers.get('retry-after'),
  };
  return { answer, data: text === '' ? undefined : JSON.parse(text) };
}

interface Buyer {
  readonly shopperId: string;
  readonly token: string;
  readonly lines: readonly { readonly _id: string; readonly qty: number; readonly price: number }[];
  readonly addressId: string;
}

const post = (url: string, path: string, token: string, body: object) =>
  send(url, path, { method: 'POST', token, body });

/** A new shopper with one piece of a product in the cart. */
async function signUp(url: string, productId: string): Promise<Buyer> {
  const account = {
    name: 'Meera Das',
    email: `${randomUUID()}@patchwork.example`,
    password: 'loom and thread',
  };
  const { data } = await post(url, '/api/auth/signup', '', account);
  const token: string = data.encodedToken;
  const shopperId: string = data.createdUser._id;
  const address = encodeAddress(anAddress);
  await post(url, '/api/user/addresses', token, { address });
  const product = { _id: productId };
  const [line] = (await post(url, '/api/user/cart', token, { product })).data.cart;
  const lines = [{ _id: productId, qty: 1, price: Number(line.price) }];
  return { shopperId, token, lines, addressId: address._id };
}

export async function signUpBuyers(
  url: string,
  productId: string,
  count: number,
): Promise<Buyer[]> {
  const buyers: Buyer[] = [];
  // In turn, because each computes a password's hash.
  while (buyers.length < count) buyers.push(await signUp(url, productId));
  return buyers;
}

export const openCheckout = (url: string, { token, lines, addressId }: Buyer) =>
  post(url, '/api/user/checkouts', token, { key: randomUUID(), addressId, lines });

/** Visitors who read a list, a product and their cart, and a proxy that asks whether the process is ready. */
async function read(url: string, productId: string, token: string, signal: AbortSignal) {
  const reads: Answer[] = [];
  const readiness: Answer[] = [];
  const paths = ['/api/product-query?limit=24', `/api/products/${productId}`, '/api/user/cart'];
  async function visit(): Promise<void> {
    for (let turn = 0; !signal.aborted; turn += 1) {
      const path = paths[turn % paths.length] ?? '';
      reads.push((await send(url, path, { token })).answer);
      await wait(READ_PAUSE_MS);
    }
  }
  async function watch(): Promise<void> {
    while (!signal.aborted) {
      readiness.push((await send(url, '/readyz')).answer);
      await wait(READINESS_PAUSE_MS);
    }
  }
  await Promise.all([watch(), ...Array.from({ length: READERS }, visit)]);
  return { reads, readiness };
}

/** A buyer who does as the answers say: tries again after the time that they name. */
async function keepBuying(url: string, buyer: Buyer, signal: AbortSignal): Promise<Answer[]> {
  const answers: Answer[] = [];
  while (!signal.aborted) {
    const { answer } = await openCheckout(url, buyer);
    answers.push(answer);
    const seconds = Number(answer.retryAfter ?? 1);
    await wait(seconds * 1000, undefined, { signal }).catch(() => undefined);
  }
  return answers;
}

/** Time below which 99 of 100 answers stayed, in ms. */
export function p99(answers: readonly Answer[]): number {
  const times = answers.map(({ ms }) => ms).sort((a, b) => a - b);
  return times[Math.ceil(times.length * 0.99) - 1] ?? Number.NaN;
}

interface Observed {
  readonly reads: readonly Answer[];
  readonly readiness: readonly Answer[];
  readonly checkouts: readonly Answer[];
}

/** Reads until the work ends, while these buyers try to buy. */
export async function observe(
  url: string,
  reader: Buyer,
  buyers: readonly Buyer[],
  work: Promise<unknown>,
): Promise<Observed> {
  const ended = new AbortController();
  const { signal } = ended;
  setMaxListeners(buyers.length, signal);
  const productId = reader.lines[0]?._id ?? '';
  const running = Promise.all([
    read(url, productId, reader.token, signal),
    ...buyers.map((buyer) => keepBuying(url, buyer, signal)),
  ]);
  try {
    await Promise.race([work, running]);
  } finally {
    ended.abort();
  }
  const [{ reads, readiness }, ...checkouts] = await running;
  return { reads, readiness, checkouts: checkouts.flat() };
}

export const lockKinds = ['table', 'row', 'shopper'] as const;

type LockKind = (typeof lockKinds)[number];

/** Statement that takes what checkouts wait for. */
function lockStatement(kind: LockKind, { shopperId, lines }: Buyer) {
  if (kind === 'table') return { text: 'lock table products in exclusive mode' };
  if (kind === 'row') {
    return { text: 'select from products where id = $1 for update', values: [lines[0]?._id] };
  }
  return { text: 'select from shoppers where id = $1 for update', values: [shopperId] };
}

/** Holds a lock while the work is done, which gets no longer than `ms`. */
export async function whileLocked<T>(
  databaseUrl: string,
  kind: LockKind,
  buyer: Buyer,
  ms: number,
  work: (ended: Promise<unknown>) => Promise<T>,
): Promise<T> {
  const client = new pg.Client({ connectionString: databaseUrl });
  await client.connect();
  try {
    await client.query('begin');
    await client.query(lockStatement(kind, buyer));
    return await work(wait(ms));
  } finally {
    await client.end();
  }
}
