import { sql } from 'drizzle-orm';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { addOrders, orderReads } from '../testing/many-orders.ts';
import { inMemory } from '../testing/server.ts';
import type { Database, OpenDatabase } from './database.ts';
import { openDatabase } from './open.ts';

/** Enough orders, shoppers, refunds and mails for Postgres to prefer an index where there is one. */
const ROWS = 10_000;

const addRefunds = `
  insert into refunds (id, order_id, cause, amount, refunded_at) select gen_random_uuid(), id, 9, 100, now() from orders`;

const addFailedMails = `
  insert into mails (id, kind, recipient, data, created_at, failed_at)
  select gen_random_uuid(), 'orderPlaced', 'nobody@patchwork.example', '{}', now() - interval '1 day', now() from orders`;

let opened: OpenDatabase;

beforeAll(async () => {
  opened = await openDatabase(inMemory);
  for (const statement of [...addOrders(ROWS, ROWS), addRefunds, addFailedMails]) {
    await opened.db.execute(sql.raw(statement));
  }
  await opened.db.execute(sql`analyze`);
}, 120_000);

afterAll(() => opened.close());

/** Number of rows that no read needs: each returns a page. */
const TOO_MANY_ROWS = 1_000;

/** Reads the counts of a transaction that are not yet in the server's statistics. */
const countReads = (tx: Database) =>
  tx
    .select({
      name: sql<string>`relname`,
      scans: sql<number>`seq_scan::int`,
      rows: sql<number>`coalesce(idx_tup_fetch, 0)::int`,
    })
    .from(sql`pg_stat_xact_user_tables`);

/** Returns the tables of which a transaction reads all rows, or too many by an index. */
const tablesReadWhole = (work: (tx: Database) => Promise<unknown>) =>
  opened.db.transaction(async (tx) => {
    const before = new Map((await countReads(tx)).map((table) => [table.name, table]));
    await work(tx);
    const after = await countReads(tx);
    return after
      .filter(({ name, scans, rows }) => {
        const { scans: earlier = 0, rows: read = 0 } = before.get(name) ?? {};
        return scans > earlier || rows - read > TOO_MANY_ROWS;
      })
      .map(({ name }) => name);
  });

test.each(Object.entries(orderReads))('%s: found without a sequential scan', async (_, read) => {
  expect(await tablesReadWhole(read)).toEqual([]);
});

test('a sequential scan is detected', async () => {
  const read = await tablesReadWhole((tx) =>
    tx.execute(sql`select count(*) from audit_entries where actor = 'someone'`),
  );
  expect(read).toEqual(['audit_entries']);
});
