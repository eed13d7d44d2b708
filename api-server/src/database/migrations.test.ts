import { readMigrationFiles } from 'drizzle-orm/migrator';
import pg from 'pg';
import { afterEach, describe, expect, inject, onTestFinished, test, vi } from 'vitest';
import { migrationsFolder, SettingsError } from '../settings.ts';
import { migrationsWith } from '../testing/migration-folder.ts';
import { createDatabase, query } from '../testing/postgres.ts';
import { bringUpToDate } from './postgres.ts';

const postgresUrl = inject('postgresUrl');

afterEach(() => vi.restoreAllMocks());

/** Names of the tables that the SQL creates, or on which it builds an index that blocks writing. */
const namesIn = (text: string, statement: RegExp) =>
  [...text.matchAll(statement)].map(([, name]) => name);

test('an index of a table with rows is built concurrently', () => {
  for (const { sql } of readMigrationFiles({ migrationsFolder })) {
    const text = sql.join('\n');
    const created = namesIn(text, /create table "(\w+)"/gi);
    const blocked = namesIn(text, /create (?:unique )?index "\w+" on "(\w+)"/gi);
    expect(blocked.filter((name) => !created.includes(name))).toEqual([]);
  }
});

const addColumn = 'alter table "products" add column "fabric" text;';
const addIndex = 'create index concurrently "products_fabric" on "products" ("position");';

async function createShop(): Promise<string> {
  const { url, drop } = await createDatabase(postgresUrl ?? '');
  onTestFinished(drop);
  await bringUpToDate(url);
  return url;
}

/** A transaction of a running version that has read the products, and its end. */
async function holdProducts(url: string): Promise<() => Promise<void>> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  await client.query('begin; select from products');
  return () => client.end();
}

const isWaiting = async (url: string) =>
  (await query(url, 'select from pg_locks where not granted')).length > 0;

const columns = (url: string) =>
  query(
    url,
    `select column_name as name from information_schema.columns where column_name in ('fabric', 'cut')`,
  );

const isValid = async (url: string) =>
  (
    await query<{ valid: boolean }>(
      url,
      `select indisvalid as valid from pg_index join pg_class on oid = indexrelid
       where relname = 'products_fabric' and pg_get_indexdef(oid) like '%("position")%'`,
    )
  )[0]?.valid;

describe.skipIf(postgresUrl === null)('on Postgres', () => {
  test('a migration that waits for a lock lets the queries behind it pass, and gets it later', async () => {
    const url = await createShop();
    const release = await holdProducts(url);
    const migrated = bringUpToDate(url, await migrationsWith([addColumn]));
    for (let tries = 0; tries < 2; tries += 1) {
      await vi.waitUntil(() => isWaiting(url), { timeout: 10_000 });
      // It would wait for the release, which comes after it.
      await query(url, 'select from products');
    }
    await release();
    await migrated;
    expect(await columns(url)).toEqual([{ name: 'fabric' }]);
  });

  test('a lock that is not had within five minutes ends the start with a line that says what to do', async () => {
    const url = await createShop();
    onTestFinished(await holdProducts(url));
    let minutes = 0;
    vi.spyOn(performance, 'now').mockImplementation(() => {
      minutes += 3;
      return minutes * 60_000;
    });
    const migrated = bringUpToDate(url, await migrationsWith([addColumn]));
    await expect(migrated).rejects.toThrow(SettingsError);
    await expect(migrated).rejects.toThrow(/five minutes: end those/);
  });

  test('a migration that fails leaves the one before it done, and is repeated as a whole', async () => {
    const url = await createShop();
    const failing = 'alter table "products" add column "cut" text; select 1 / 0;';
    const failed = bringUpToDate(url, await migrationsWith([addColumn, failing]));
    await expect(failed).rejects.toThrow('Failed query');
    expect(await columns(url)).toEqual([{ name: 'fabric' }]);
    await bringUpToDate(url, await migrationsWith([addColumn, failing.replace('/ 0', '/ 1')]));
    expect(await columns(url)).toHaveLength(2);
  });

  test('an index that an interrupted migration left is made again', async () => {
    const url = await createShop();
    await query(url, `insert into secrets (name, value) values ('one', 'same'), ('two', 'same')`);
    const interrupted = query(
      url,
      'create unique index concurrently products_fabric on secrets (value)',
    );
    await expect(interrupted).rejects.toThrow('could not create unique index');
    await bringUpToDate(url, await migrationsWith([addIndex]));
    expect(await isValid(url)).toBe(true);
  });

  test('of several processes that start at once one builds an index, and the others wait', async () => {
    const url = await createShop();
    const next = await migrationsWith([addColumn, addIndex]);
    await Promise.all([1, 2, 3].map(() => bringUpToDate(url, next)));
    expect(await isValid(url)).toBe(true);
  });
});
