import { randomUUID } from 'node:crypto';
import path from 'node:path';
import { anAddress } from '@patchwork/domain/testing';
import { sql } from 'drizzle-orm';
import pg from 'pg';
import { openDatabase } from '../../api-server/src/database/open.ts';
import { readSettings } from '../../api-server/src/settings.ts';
import { addProducts } from '../../api-server/src/testing/many-products.ts';
import { onPostgres } from '../../api-server/src/testing/postgres.ts';
import { signUp } from '../../api-server/src/testing/shopper.ts';
import { type ApiProcess, withApiProcess } from '../server-chaos/processes.ts';
import { CONNECTIONS, load, type Send, type Work } from './load.ts';
import { memoryMb, parentOf, processorMs } from './processor.ts';

const PRODUCTS = 1_000;
/** Shoppers who only fill their carts. A cart has at most 200 lines. */
const COLLECTORS = 40;

const method = `1,000 products in a process of the bundled API. Ten connections, each of which sends its next request when it has
its answer. Clients accept gzip and br. Processor time of a request: of the server, and of all processes of Postgres,
which is on the same machine; other load disturbs it little. Memory is what is in use after all rows.`;

const accept = { 'accept-encoding': 'gzip, br' };

const get = (send: Send, call: string) => send({ path: `/api/${call}`, headers: accept });

const query = (send: Send, fields: string) => get(send, `product-query?limit=24${fields}`);

const lists = ['', '&categories=MEN', '&sort=LOWTOHIGH', '&sizes=M', '&sort=HIGHTOLOW'];
const words = ['indigo', 'madder', 'ivory', 'saffron', 'moss', 'slate', 'rust', 'plum'];

const pick = <T>(values: readonly T[], turn: number): T => values[turn % values.length] as T;

/** A price limit that hides nothing, so that the answer to the query isn't known yet. */
const unasked = (turn: number): string => `&maxPrice=${10_000 + turn}`;

const idOf = (turn: number): string => `shirt-${1 + ((turn * 7) % PRODUCTS)}`;

async function post(send: Send, token: string, call: string, body: object) {
  const sent = { method: 'POST', path: `/api${call}`, headers: { authorization: token }, body };
  return JSON.parse(String(await send(sent)));
}

const add = (send: Send, token: string, turn: number) =>
  post(send, token, '/user/cart', { product: { _id: idOf(turn) } });

/** Adds a product, opens the checkout, pays at the simulator and confirms the payment. */
async function buy(send: Send, token: string, turn: number): Promise<void> {
  const { cart } = await add(send, token, turn);
  const lines = cart.map(({ _id, qty, price }: Readonly<Record<string, unknown>>) => ({
    ...{ _id, qty },
    price: Number(price),
  }));
  const key = randomUUID();
  const opened = await post(send, token, '/user/checkouts', {
    key,
    addressId: anAddress.id,
    lines,
  });
  const { orderId } = opened.checkout.payment;
  const paid = await post(send, token, `/simulator/orders/${orderId}/payment`, {
    outcome: 'success',
  });
  await post(send, token, `/user/checkouts/${key}/confirmation`, paid);
}

/** Works with how often each is done. The first tenth isn't measured. */
const worksFor = (tokens: readonly string[]): readonly [name: string, turns: number, Work][] => [
  ['list, 24 products', 3_000, (send, turn) => query(send, pick(lists, turn))],
  ['list, not asked before', 2_000, (send, turn) => query(send, pick(lists, turn) + unasked(turn))],
  ['word search', 3_000, (send, turn) => query(send, `&search=${pick(words, turn)}`)],
  [
    'word search, not asked before',
    2_000,
    (send, turn) => query(send, `&search=${pick(words, turn)}${unasked(turn)}`),
  ],
  ['all products', 1_000, (send) => get(send, 'products')],
  ['a product', 3_000, (send, turn) => get(send, `products/${idOf(turn)}`)],
  [
    'add to cart',
    1_000,
    (send, turn) => add(send, pick(tokens.slice(CONNECTIONS), turn), Math.floor(turn / COLLECTORS)),
  ],
  [
    'purchase, four calls',
    500,
    (send, turn, connection) => buy(send, pick(tokens, connection), turn),
  ],
];

/** Replaces the sample by 1,000 products, after a first start has created the tables. */
async function fill(api: ApiProcess, database: Parameters<typeof openDatabase>[0]): Promise<void> {
  await api.start();
  await api.stop();
  const { db, close } = await openDatabase(database);
  for (const statement of ['delete from products', addProducts(1, PRODUCTS), 'vacuum (analyze)']) {
    await db.execute(sql.raw(statement));
  }
  await close();
}

/** Returns the process of a Postgres server, whose children are all its other processes. */
async function postgresAt(url: string): Promise<number> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  try {
    const { rows } = await client.query('select pg_backend_pid() as pid');
    return parentOf(rows[0].pid);
  } finally {
    await client.end();
  }
}

const percentile99 = (times: readonly number[]): number =>
  times.toSorted((one, other) => one - other)[Math.ceil(times.length * 0.99) - 1] ?? 0;

async function measure(name: string, databaseUrl: string | undefined): Promise<void> {
  const env = {
    ...{ DATABASE_URL: databaseUrl ?? '', PAYMENT: 'simulator', ATTEMPTS_PER_ADDRESS: '10000' },
  };
  await withApiProcess(env, async (api, folder) => {
    const settings = { ...env, PATCHWORK_DATA: path.join(folder, 'data') };
    await fill(api, readSettings(settings, '/').database);
    const start = performance.now();
    await api.start();
    const server = api.pid() ?? 0;
    const started = [performance.now() - start, processorMs(server)];
    const postgres = databaseUrl === undefined ? undefined : await postgresAt(databaseUrl);
    const row = (work: string, ...numbers: readonly string[]) =>
      console.log(`| ${[name, work, ...numbers].join(' | ')} |`);
    row('start until ready', '', ...started.map((ms) => ms.toFixed(0)), '');
    const tokens: string[] = [];
    while (tokens.length < CONNECTIONS + COLLECTORS) {
      tokens.push((await signUp({ fetch, url: api.url })).token);
    }
    const used = () => [server, ...(postgres ? [postgres] : [])].map(processorMs);
    for (const [work, turns, run] of worksFor(tokens)) {
      await load(api.url, run, turns / 10);
      const before = used();
      const begin = performance.now();
      const times = await load(
        api.url,
        (send, turn, connection) => run(send, turn + turns / 10, connection),
        turns,
      );
      const seconds = (performance.now() - begin) / 1000;
      const [own = 0, database] = used().map((ms, index) => (ms - (before[index] ?? 0)) / turns);
      row(
        work,
        (turns / seconds).toFixed(0),
        percentile99(times).toFixed(1),
        own.toFixed(2),
        database?.toFixed(2) ?? '',
      );
    }
    const memory = [server, ...(postgres ? [postgres] : [])].map((pid) => memoryMb(pid).toFixed(0));
    row('memory, MB', '', '', ...memory);
  });
}

/** Prints requests a second, p99, processor time and memory with both databases, as a Markdown table. Linux only. */
export async function measureRequests(): Promise<void> {
  console.log(`${method}\n`);
  console.log('| database | call | a second | p99, ms | server, ms | Postgres, ms |');
  console.log('| --- | --- | --- | --- | --- | --- |');
  await onPostgres((url) => measure('Postgres', url));
  await measure('PGlite', undefined);
}
