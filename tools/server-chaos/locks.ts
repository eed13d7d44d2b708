import { execFile } from 'node:child_process';
import { setMaxListeners } from 'node:events';
import { writeFile } from 'node:fs/promises';
import path from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { promisify } from 'node:util';
import pg from 'pg';
import { bundleForTest } from '../../api-server/src/bundle.ts';
import { type Called, connect, shopWith, signUp } from '../../api-server/src/testing/shopper.ts';
import { withApiProcess } from './processes.ts';

/* Buyers who wait for locks or buy during an import of 100,000 products, while visitors only read. All call an API
   server in a separate process. */

const run = promisify(execFile);

const PRODUCT = 'indigo-selvedge-overshirt';
const READERS = 4;
const READ_PAUSE_MS = 10;
const READINESS_PAUSE_MS = 100;

/** Timeout of a request, in milliseconds. A request that takes longer makes the test fail. */
const REQUEST_TIMEOUT_MS = 15_000;

interface Answer {
  readonly status: number;
  /** Milliseconds until the response was complete. */
  readonly ms: number;
  readonly retryAfter: string | null;
}

interface Observed {
  readonly reads: Answer[];
  readonly readiness: Answer[];
  readonly checkouts: Answer[];
}

/** Wraps a server so that its responses are recorded. */
const observed = (url: string, { reads, readiness, checkouts }: Observed): Called => ({
  url,
  fetch: async (request) => {
    const start = performance.now();
    const response = await fetch(request, { signal: AbortSignal.timeout(REQUEST_TIMEOUT_MS) });
    const body = await response.text();
    const { status, headers } = response;
    const answers = request.method === 'POST' ? checkouts : reads;
    const kind = request.url.endsWith('/readyz') ? readiness : answers;
    kind.push({ status, ms: performance.now() - start, retryAfter: headers.get('retry-after') });
    return new Response(body, { status, headers });
  },
});

type Buyer = Pick<Awaited<ReturnType<typeof signUp>>, 'id' | 'token'>;

async function signUpBuyers(url: string, count: number): Promise<Buyer[]> {
  const buyers: Buyer[] = [];
  // One after another, because each sign-up hashes a password.
  while (buyers.length < count) buyers.push(await signUp({ url, fetch }, PRODUCT));
  return buyers;
}

/**
 * Observes a server until `work` ends. Visitors read a list, a product and their cart, a proxy checks readiness, and
 * buyers try to buy and retry after the time in the response. Resolves to all responses.
 */
async function observe(
  url: string,
  reader: Buyer,
  buyers: readonly Buyer[],
  work: Promise<unknown>,
): Promise<Observed> {
  const seen: Observed = { reads: [], readiness: [], checkouts: [] };
  const server = observed(url, seen);
  const ended = new AbortController();
  const { signal } = ended;
  setMaxListeners(buyers.length + READERS + 1, signal);
  /** Repeats `ask` until the work ends. `ask` returns the milliseconds to wait before the next call. */
  async function repeat(ask: (turn: number) => Promise<number>): Promise<void> {
    for (let turn = 0; !signal.aborted; turn += 1) {
      await wait(await ask(turn), undefined, { signal }).catch(() => undefined);
    }
  }
  const read = connect(server, reader.token);
  const paths = ['/product-query?limit=24', `/products/${PRODUCT}`, '/user/cart'];
  const visit = async (turn: number) => {
    await read('GET', paths[turn % paths.length] ?? '');
    return READ_PAUSE_MS;
  };
  const probe = async () => {
    await server.fetch(new Request(`${url}/readyz`));
    return READINESS_PAUSE_MS;
  };
  const running = Promise.all([
    repeat(probe),
    ...Array.from({ length: READERS }, () => repeat(visit)),
    ...buyers.map(({ token }) => {
      const { open } = shopWith(connect(server, token));
      return repeat(async () => Number((await open()).retryAfter ?? 1) * 1000);
    }),
  ]);
  try {
    await Promise.race([work, running]);
  } finally {
    ended.abort();
  }
  await running;
  return seen;
}

/** Statements whose locks make checkouts wait. */
const locks = {
  table: () => ({ text: 'lock table products in exclusive mode' }),
  row: () => ({ text: 'select from products where id = $1 for update', values: [PRODUCT] }),
  shopper: ({ id }: Buyer) => ({
    text: 'select from shoppers where id = $1 for update',
    values: [id],
  }),
};

async function whileLocked<T>(
  databaseUrl: string,
  statement: pg.QueryConfig,
  work: () => Promise<T>,
): Promise<T> {
  const client = new pg.Client({ connectionString: databaseUrl });
  await client.connect();
  try {
    await client.query('begin');
    await client.query(statement);
    return await work();
  } finally {
    await client.end();
  }
}

/** Returns the 99th percentile of the response times, in milliseconds. */
function p99(answers: readonly Answer[]): number {
  const times = answers.map(({ ms }) => ms).sort((a, b) => a - b);
  return times[Math.ceil(times.length * 0.99) - 1] ?? Number.NaN;
}

interface Extent {
  readonly buyers: number;
  readonly rounds: number;
  readonly roundMs: number;
  /** Maximum ratio of the reads' p99 during the disturbance to their p99 before. */
  readonly maxRatio: number;
  readonly maxRefusalMs: number;
  /** Number of products in the import; 0 for no import. */
  readonly products: number;
}

/** Returns a line that starts with 'held' if every limit was kept, else with 'BROKEN', followed by the figures. */
function judge(
  name: string,
  before: readonly Observed[],
  during: readonly Observed[],
  extent: Extent,
) {
  const join = (rounds: readonly Observed[], kind: keyof Observed) =>
    rounds.flatMap((round) => round[kind]);
  const [undisturbed, reads] = [p99(join(before, 'reads')), p99(join(during, 'reads'))];
  const answered = [...join(during, 'reads'), ...join(during, 'readiness')];
  const failed = answered.filter(({ status }) => status !== 200);
  const checkouts = join(during, 'checkouts');
  const refused = checkouts.filter(({ status }) => status === 503);
  const slowest = Math.max(0, ...refused.map(({ ms }) => ms));
  const isHeld =
    !(reads > extent.maxRatio * undisturbed) &&
    failed.length === 0 &&
    checkouts.every(({ status }) => [201, 409, 503].includes(status)) &&
    slowest <= extent.maxRefusalMs &&
    refused.every(({ retryAfter }) => retryAfter !== null);
  return [
    `${isHeld ? 'held  ' : 'BROKEN'} ${name}: reads ${undisturbed.toFixed(0)} → ${reads.toFixed(0)} ms (p99),`,
    `${answered.length} reads and health checks, ${failed.length} failed,`,
    `${refused.length} of ${checkouts.length} checkouts refused, the slowest after ${(slowest / 1000).toFixed(1)} s`,
  ].join(' ');
}

const catalogue = (count: number, price: number): string =>
  [
    'id,title,category,size,price,stock',
    ...Array.from({ length: count }, (_, index) => `p${index},Shirt ${index},MEN,M,${price},1000`),
  ].join('\n');

/**
 * Reports a line for each lock, for a checkout afterwards and, unless `products` is 0, for an import. Reads during a
 * lock or the import are compared with those before. The same buyers call before and during the import, so the
 * difference is due to the import.
 */
export async function soakLocks(
  databaseUrl: string,
  extent: Extent,
  report: (line: string) => void,
): Promise<void> {
  const { buyers: count, rounds, roundMs, products } = extent;
  const env = { DATABASE_URL: databaseUrl, ATTEMPTS_PER_ADDRESS: '1000000' };
  await withApiProcess(env, async ({ url, start }, folder) => {
    const importProducts = async (price: number) => {
      const file = path.join(folder, 'catalogue.csv');
      await writeFile(file, catalogue(products, price));
      await run(process.execPath, [await bundleForTest(), 'import', file], {
        env: { ...process.env, ...env },
      });
    };
    await start();
    const [reader, buyer, ...others] = await signUpBuyers(url, count + 1);
    if (!reader || !buyer) throw new Error('no buyers');
    const buyers = [buyer, ...others];
    for (const [kind, statement] of Object.entries(locks)) {
      const waiting = kind === 'shopper' ? buyers.map(() => buyer) : buyers;
      const before: Observed[] = [];
      const during: Observed[] = [];
      for (let round = 0; round < rounds; round += 1) {
        before.push(await observe(url, reader, [], wait(roundMs)));
        const disturb = () => observe(url, reader, waiting, wait(roundMs));
        during.push(await whileLocked(databaseUrl, statement(buyer), disturb));
      }
      report(judge(`${count} buyers, locked: ${kind}`, before, during, extent));
    }
    const { status } = await shopWith(connect({ url, fetch }, buyer.token)).open();
    report(
      `${status === 201 ? 'held  ' : 'BROKEN'} afterwards: a checkout is answered with ${status}`,
    );
    if (products === 0) return;
    await importProducts(1500);
    const before = await observe(url, reader, buyers, wait(roundMs));
    const during = await observe(url, reader, buyers, importProducts(1400));
    report(judge('an import', [before], [during], extent));
  });
}
