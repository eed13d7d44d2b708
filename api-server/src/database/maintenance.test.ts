import { spawnSync } from 'node:child_process';
import { mkdir, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { sql } from 'drizzle-orm';
import { expect, onTestFinished, test } from 'vitest';
import { snapshotFile } from '../testing/snapshot.ts';
import type { OpenDatabase } from './database.ts';
import { openEmbedded } from './embedded.ts';
import { tidyTables } from './maintenance.ts';

const MEGABYTE = 2 ** 20;

/** Opens a new embedded database in a temporary folder. Unpacking the snapshot is five times faster than creating it. */
async function openNew(): Promise<OpenDatabase> {
  const folder = await mkdtemp(path.join(tmpdir(), 'patchwork-maintenance-'));
  onTestFinished(() => rm(folder, { recursive: true }));
  const database = path.join(folder, 'database');
  await mkdir(database);
  expect(spawnSync('tar', ['-xf', snapshotFile, '-C', database]).status).toBe(0);
  const opened = await openEmbedded(folder);
  onTestFinished(opened.close);
  return opened;
}

async function rowsOf<T>({ db }: OpenDatabase, statement: string): Promise<T[]> {
  return ((await db.execute(sql.raw(statement))) as unknown as { readonly rows: T[] }).rows;
}

/** Megabytes of WAL that were ever written. The statistics (pg_stat_wal) lack those of the last moment. */
const walWritten = `select pg_wal_lsn_diff(pg_current_wal_insert_lsn(), '0/0')::float8 / ${MEGABYTE} as mb`;

const walSize = `select sum(size)::float8 / ${MEGABYTE} as mb from pg_ls_waldir()`;

test('the WAL of an open database is shortened while it is written', async () => {
  const opened = await openNew();
  const { db } = opened;
  const written = async () => (await rowsOf<{ mb: number }>(opened, walWritten))[0]?.mb ?? 0;
  const before = await written();
  await db.execute(sql.raw('create table filling (id int primary key, content text)'));
  const fill = `insert into filling select n, repeat(md5(n::text), 20) from generate_series(1, 15000) n`;
  for (let round = 0; round < 10; round += 1) {
    await db.execute(sql.raw(fill));
    await db.execute(sql.raw('truncate filling'));
  }
  expect((await written()) - before).toBeGreaterThan(64);
  const kept = async () => (await rowsOf<{ mb: number }>(opened, walSize))[0]?.mb;
  // The segment in use and the one after it, of 16 MB each.
  await expect.poll(kept, { timeout: 30_000, interval: 500 }).toBeLessThanOrEqual(32);
});

const countsOf = (table: string) => `
  select n_dead_tup as dead, last_vacuum is not null as "isVacuumed", reltuples as rows
  from pg_stat_user_tables join pg_class on oid = relid where pg_stat_user_tables.relname = '${table}'`;

test('tables that were changed are vacuumed and have statistics, without a restart', async () => {
  const opened = await openNew();
  const { db } = opened;
  await db.execute(
    sql.raw(`insert into rate_limits select n::text, now(), 1 from generate_series(1, 5000) n`),
  );
  await db.execute(sql.raw('update rate_limits set count = 2'));
  await db.execute(sql.raw("delete from rate_limits where key > '3'"));
  const [left] = await rowsOf<{ rows: number }>(
    opened,
    'select count(*)::int as rows from rate_limits',
  );
  const idle = { usedAt: Number.NEGATIVE_INFINITY };
  await tidyTables({ client: Reflect.get(db, '$client'), activity: idle });
  expect(await rowsOf(opened, countsOf('rate_limits'))).toEqual([
    { dead: 0, isVacuumed: true, rows: left?.rows },
  ]);
});

test('each table is vacuumed in an idle moment of its own', async () => {
  const activity = { usedAt: performance.now() };
  const steps: { readonly statement: string; readonly pauseMs: number }[] = [];
  const record = (statement: string) => {
    steps.push({ statement, pauseMs: performance.now() - activity.usedAt });
    activity.usedAt = performance.now();
  };
  const client = {
    exec: async (statement: string) => {
      record(statement);
      return [];
    },
    query: async () => {
      const rows = ['orders', 'mails'].map((name) => ({ name, vacuum: true, analyze: true }));
      return { rows, fields: [] } as never;
    },
  };
  // Statements of others, in quick succession.
  const busy = (async () => {
    for (let count = 0; count < 20; count += 1) {
      activity.usedAt = performance.now();
      await wait(20);
    }
  })();
  await Promise.all([tidyTables({ client, activity }), busy]);
  expect(steps.map(({ statement }) => statement)).toEqual([
    'select pg_stat_force_next_flush()',
    'vacuum orders',
    'analyze orders',
    'vacuum mails',
    'analyze mails',
  ]);
  for (const { pauseMs } of steps) expect(pauseMs).toBeGreaterThanOrEqual(200);
});
