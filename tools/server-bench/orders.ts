import { drizzle } from 'drizzle-orm/node-postgres';
import pg from 'pg';
import { createApp } from '../../api-server/src/app.ts';
import type { Database } from '../../api-server/src/database/database.ts';
import { openDatabase } from '../../api-server/src/database/open.ts';
import * as schema from '../../api-server/src/database/schema.ts';
import { createServices } from '../../api-server/src/handlers/services.ts';
import { readSettings } from '../../api-server/src/settings.ts';
import { createLog } from '../../api-server/src/telemetry/log.ts';
import { addOrders, orderReads } from '../../api-server/src/testing/many-orders.ts';
import { addProducts } from '../../api-server/src/testing/many-products.ts';
import { onPostgres, query } from '../../api-server/src/testing/postgres.ts';
import { testSettings } from '../../api-server/src/testing/server.ts';
import { calledPatiently, signUp } from '../../api-server/src/testing/shopper.ts';
import { median } from '../bench/report.ts';

/*
 * Purchases and lists of orders, with many stored orders and with 3,000. Both take turns, so that both see the same load
 * of the machine.
 */

const SMALL = 3_000;
const PRODUCTS = 1_000;
const SHOPPERS = 20;
const PURCHASES_OF_EACH = 100;
const WARM_UP_PURCHASES = 5;
const READ_ROUNDS = 15;
/** Maximum number of rows that may be read by a scan of a whole table. */
const MANY_ROWS = 10_000;

const tables = ['orders', 'checkouts', 'refunds', 'mails', 'audit_entries', 'shoppers', 'products'];

/** Settings of the connection that adds orders. Without foreign key checks, adding takes half the time. */
const adding =
  '-c session_replication_role=replica -c jit=off -c work_mem=256MB -c maintenance_work_mem=1GB';

/** Lists the indexes except those of constraints, each with the statement that creates it. */
const listIndexes = `
  select indexrelid::regclass as name, pg_get_indexdef(indexrelid) as creation
  from pg_index join pg_class on pg_class.oid = indrelid
  where relnamespace = 'public'::regnamespace and not exists (select from pg_constraint where conindid = indexrelid)`;

/**
 * Adds products and orders. Indexes are created afterwards, because with them each added row would take longer than the
 * last.
 */
async function fill(url: string, count: number): Promise<void> {
  await query(url, addProducts(1, PRODUCTS));
  const connection = `${url}?options=${encodeURIComponent(adding)}`;
  const indexes = await query<{ name: string; creation: string }>(url, listIndexes);
  for (const { name } of indexes) await query(url, `drop index ${name}`);
  for (const statement of addOrders(count)) await query(connection, statement);
  for (const { creation } of indexes) await query(connection, creation);
  for (const table of tables) await query(url, `vacuum (analyze) ${table}`);
}

/** Opens a server in this process, on a database with `count` orders, and signs up shoppers who can buy. */
async function openShop(url: string, count: number) {
  const settings = { ...testSettings, database: readSettings({ DATABASE_URL: url }, '/').database };
  const { db, close } = await openDatabase(settings.database);
  await fill(url, count);
  const app = createApp(await createServices({ db }, settings, createLog('silent')), settings);
  const server = calledPatiently({ fetch: async (request) => app.fetch(request, {}) });
  const shoppers = await Promise.all(Array.from({ length: SHOPPERS }, () => signUp(server)));
  return {
    close,
    /**
     * Lets all shoppers buy a product at the same time. Returns the milliseconds from cart to order for each shopper.
     */
    buy: (round: number) =>
      Promise.all(
        shoppers.map(async ({ add, buy }, position) => {
          const start = performance.now();
          await add(`shirt-${1 + ((round * SHOPPERS + position) % PRODUCTS)}`);
          const { status, data } = await buy();
          if (status !== 201) throw new Error(`No order: ${status} ${JSON.stringify(data)}`);
          return performance.now() - start;
        }),
      ),
  };
}

type Shop = Awaited<ReturnType<typeof openShop>>;

const percentile = (values: readonly number[], part: number): number =>
  [...values].sort((a, b) => a - b)[Math.ceil(values.length * part) - 1] ?? 0;

const row = (name: string, few: number, many: number, ...more: readonly string[]): string =>
  `| ${[name, few.toFixed(1), many.toFixed(1), (many / few).toFixed(2), ...more].join(' | ')} |`;

async function measurePurchases(small: Shop, large: Shop): Promise<void> {
  const times = { small: [] as number[], large: [] as number[] };
  for (let round = 0; round < WARM_UP_PURCHASES + PURCHASES_OF_EACH; round += 1) {
    const [few, many] = [await small.buy(round), await large.buy(round)];
    if (round < WARM_UP_PURCHASES) continue;
    times.small.push(...few);
    times.large.push(...many);
  }
  for (const [name, part] of [
    ['p50', 0.5],
    ['p99', 0.99],
  ] as const) {
    console.log(row(name, percentile(times.small, part), percentile(times.large, part)));
  }
}

interface Plan {
  readonly 'Node Type': string;
  readonly 'Relation Name'?: string;
  readonly 'Index Name'?: string;
  readonly 'Actual Rows': number;
  readonly 'Actual Loops': number;
  readonly 'Rows Removed by Filter'?: number;
  readonly Plans?: readonly Plan[];
}

const partsOf = (plan: Plan): Plan[] => [plan, ...(plan.Plans ?? []).flatMap(partsOf)];

const isScan = (part: Plan): boolean => part['Node Type'].endsWith('Scan');

const rowsRead = (part: Plan): number =>
  part['Relation Name'] && isScan(part)
    ? (part['Actual Rows'] + (part['Rows Removed by Filter'] ?? 0)) * part['Actual Loops']
    : 0;

interface Statement {
  readonly text: string;
  readonly parameters: unknown[];
}

type Read = (db: Database) => Promise<unknown>;

/** Opens a connection on which reads are timed and explained. Any changes that they make are rolled back. */
async function openReader(url: string) {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  const statements: Statement[] = [];
  const logger = {
    logQuery: (text: string, parameters: unknown[]) => void statements.push({ text, parameters }),
  };
  const db = drizzle(client, { schema, logger });

  async function rolledBack<T>(work: () => Promise<T>): Promise<T> {
    await client.query('begin');
    try {
      return await work();
    } finally {
      await client.query('rollback');
    }
  }

  /** Runs each different statement of a read once more, and returns all parts of their plans. */
  async function explain(read: Read): Promise<Plan[]> {
    statements.length = 0;
    await rolledBack(() => read(db));
    const different = new Map(statements.map((statement) => [statement.text, statement]));
    const parts: Plan[] = [];
    for (const { text, parameters } of different.values()) {
      if (!/^(?:select|insert|update|delete|with)\b/.test(text)) continue;
      const explained = `explain (analyze, format json) ${text}`;
      const { rows } = await rolledBack(() => client.query(explained, parameters));
      parts.push(...partsOf(rows[0]['QUERY PLAN'][0].Plan));
    }
    return parts;
  }

  return {
    explain,
    close: () => client.end(),
    time: (read: Read) =>
      rolledBack(async () => {
        const start = performance.now();
        await read(db);
        return performance.now() - start;
      }),
  };
}

/**
 * Prints the times of each read on both databases. Resolves to the reads that scan too many rows of the large one, each
 * with its table: 'read: table'.
 */
async function measureReads(smallUrl: string, largeUrl: string): Promise<string[]> {
  const [small, large] = await Promise.all([openReader(smallUrl), openReader(largeUrl)]);
  const whole: string[] = [];
  for (const [name, read] of Object.entries(orderReads)) {
    const times = { small: [] as number[], large: [] as number[] };
    for (let round = 0; round < READ_ROUNDS; round += 1) {
      times.small.push(await small.time(read));
      times.large.push(await large.time(read));
    }
    const parts = await large.explain(read);
    const indexes = new Set(parts.flatMap((part) => part['Index Name'] ?? []));
    const count = parts.reduce((sum, part) => sum + rowsRead(part), 0);
    const means = [count.toLocaleString('en'), [...indexes].join(', ')];
    console.log(row(name, median(times.small), median(times.large), ...means));
    for (const part of parts) {
      if (part['Node Type'].endsWith('Seq Scan') && rowsRead(part) > MANY_ROWS) {
        whole.push(`${name}: ${part['Relation Name']}`);
      }
    }
  }
  await Promise.all([small.close(), large.close()]);
  return whole;
}

/** Prints the times of purchases and of reads, as two Markdown tables. Rejects if a read scans a large table whole. */
export async function measureOrders({ orders }: { orders: number }): Promise<void> {
  const sizes = `3,000 orders, ms | ${orders.toLocaleString('en')}, ms | ratio`;
  await onPostgres((smallUrl) =>
    onPostgres(async (largeUrl) => {
      const [small, large] = [await openShop(smallUrl, SMALL), await openShop(largeUrl, orders)];
      console.log(`| cart to order, ${SHOPPERS} shoppers | ${sizes} |\n| --- | --- | --- | --- |`);
      await measurePurchases(small, large);
      await Promise.all([small.close(), large.close()]);
      console.log(`\n| read | ${sizes} | rows read | indexes |`);
      console.log('| --- | --- | --- | --- | --- | --- |');
      const whole = await measureReads(smallUrl, largeUrl);
      if (whole.length > 0) throw new Error(`Read whole: ${whole.join(', ')}`);
    }),
  );
}
