import { readFileSync } from 'node:fs';
import { cp, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { PGlite } from '@electric-sql/pglite';
import { pg_trgm } from '@electric-sql/pglite/contrib/pg_trgm';
import { getTableName, sql } from 'drizzle-orm';
import { readMigrationFiles } from 'drizzle-orm/migrator';
import { drizzle as drizzlePostgres } from 'drizzle-orm/node-postgres';
import { drizzle as drizzleEmbedded } from 'drizzle-orm/pglite';
import pg from 'pg';
import { describe, expect, onTestFinished, test, vi } from 'vitest';
import type { ApiServer } from '../create-api-server.ts';
import { migrationsFolder, type Settings, SettingsError } from '../settings.ts';
import { describeOnPostgres } from '../testing/databases.ts';
import { addProducts, PIECES_OF_EACH } from '../testing/many-products.ts';
import { query } from '../testing/postgres.ts';
import { openTestServer } from '../testing/server.ts';
import { calledPatiently, signUp } from '../testing/shopper.ts';
import type { Database } from './database.ts';
import { migrate } from './migrations.ts';
import { openDatabase } from './open.ts';
import { bringUpToDate } from './postgres.ts';
import * as schema from './schema.ts';

/** Creates a folder that is deleted after the test. */
async function temporaryFolder(): Promise<string> {
  const folder = await mkdtemp(path.join(tmpdir(), 'patchwork-upgrade-'));
  onTestFinished(() => rm(folder, { recursive: true }));
  return folder;
}

/** Creates a folder with the first `count` migrations of this version, followed by `added` SQL. */
async function migrationsWith(added: readonly string[], count?: number): Promise<string> {
  const folder = await temporaryFolder();
  await cp(migrationsFolder, folder, { recursive: true });
  const journalFile = path.join(folder, 'meta/_journal.json');
  const journal = JSON.parse(await readFile(journalFile, 'utf8'));
  const entries = journal.entries.slice(0, count);
  for (const [index, statements] of added.entries()) {
    const tag = `added_${index}`;
    await writeFile(path.join(folder, `${tag}.sql`), statements);
    const before = entries.at(-1);
    entries.push({ ...before, idx: before.idx + 1, when: before.when + 1, tag });
  }
  await writeFile(journalFile, JSON.stringify({ ...journal, entries }));
  return folder;
}

/** Opening an embedded database takes two seconds, over ten on a busy machine, where selling takes up to a minute. */
const TIMEOUT_MS = 120_000;

/** Lists the tables that occur in statements of this form. */
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

/** Opens a transaction in which a running version has read the products. Returns a function that ends it. */
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
       where relname = 'products_fabric' and pg_get_indexdef(oid) like '%"position")'`,
    )
  )[0]?.valid;

describeOnPostgres('on Postgres', (newDatabase) => {
  async function createShop(): Promise<string> {
    const { url } = await newDatabase();
    await bringUpToDate(url);
    return url;
  }

  test('a migration that waits for a lock does not block other queries, and gets the lock later', async () => {
    const url = await createShop();
    const release = await holdProducts(url);
    const migrated = bringUpToDate(url, await migrationsWith([addColumn]));
    for (let tries = 0; tries < 2; tries += 1) {
      await vi.waitUntil(() => isWaiting(url), { timeout: 10_000 });
      // If the migration did not let this query pass, it would wait forever: `release` comes after it.
      await query(url, 'select from products');
    }
    await release();
    await migrated;
    expect(await columns(url)).toEqual([{ name: 'fabric' }]);
  });

  test('a start that gets no lock within five minutes ends with a message that says what to do', async () => {
    const url = await createShop();
    onTestFinished(await holdProducts(url));
    let minutes = 0;
    vi.spyOn(performance, 'now').mockImplementation(() => {
      minutes += 3;
      return minutes * 60_000;
    });
    const migrated = bringUpToDate(url, await migrationsWith([addColumn]));
    await expect(migrated).rejects.toThrow(SettingsError);
    await expect(migrated).rejects.toThrow(/five minutes: end them/);
  });

  test('a failed migration does not undo the one before it, and is repeated as a whole', async () => {
    const url = await createShop();
    const failing = 'alter table "products" add column "cut" text; select 1 / 0;';
    const failed = bringUpToDate(url, await migrationsWith([addColumn, failing]));
    await expect(failed).rejects.toThrow('Failed query');
    expect(await columns(url)).toEqual([{ name: 'fabric' }]);
    await bringUpToDate(url, await migrationsWith([addColumn, failing.replace('/ 0', '/ 1')]));
    expect(await columns(url)).toHaveLength(2);
  });

  test('an index left by an interrupted migration is created again', async () => {
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
});

const firstRows = readFileSync(
  path.join(import.meta.dirname, '../testing/first-version.sql'),
  'utf8',
);

type Rows = Readonly<Record<string, readonly object[]>>;

/** Reads all rows, by table, of the tables that exist at the database's version. */
async function readAll(db: Database): Promise<Rows> {
  const tables: Record<string, readonly object[]> = {};
  for (const table of Object.values(schema)) {
    const isThere = sql<boolean>`to_regclass(${getTableName(table)}) is not null`;
    const [version] = await db.select({ isThere }).from(sql`(select 1) as one`);
    if (!version?.isThere) continue;
    const rows = await db
      .select({ row: sql<object>`to_jsonb(${sql.identifier(getTableName(table))})` })
      .from(table);
    tables[getTableName(table)] = rows.map(({ row }) => row);
  }
  return tables;
}

type Location = Exclude<Settings['database'], { readonly kind: 'memory' }>;

/** Creates a database of the first version with data. Returns its rows. */
async function makeFirstVersion(database: Location): Promise<Rows> {
  const first = await migrationsWith([], 1);
  if (database.kind === 'folder') {
    const client = await PGlite.create(path.join(database.folder, 'database'), {
      extensions: { pg_trgm },
    });
    const db = drizzleEmbedded(client, { schema });
    await migrate(db, first);
    await client.exec(firstRows);
    const rows = await readAll(db);
    await client.close();
    return rows;
  }
  const client = new pg.Client({ connectionString: database.url });
  await client.connect();
  const db = drizzlePostgres(client, { schema });
  await migrate(db, first);
  await client.query(firstRows);
  const rows = await readAll(db);
  await client.end();
  return rows;
}

/** SQL that makes a database as a program from before these migrations did: with other, earlier ones. */
const madeBeforeFirst = `
  create schema drizzle;
  create table drizzle.__drizzle_migrations (id serial primary key, hash text not null, created_at bigint);
  insert into drizzle.__drizzle_migrations (hash, created_at) values ('a', 1795445851287), ('b', 1795661496111);
  create table products (id text primary key)`;

function testUpgrade(newLocation: () => Promise<Location>): void {
  test(
    'a database of the first version is migrated to the latest version with all its data',
    async () => {
      const location = await newLocation();
      const before = await makeFirstVersion(location);
      for (const [table, rows] of Object.entries(before)) expect(rows, table).not.toEqual([]);
      const { db, close } = await openDatabase(location);
      onTestFinished(close);
      expect(await readAll(db)).toMatchObject(before);
    },
    TIMEOUT_MS,
  );
}

describe('on PGlite', () => {
  testUpgrade(async () => ({ kind: 'folder', folder: await temporaryFolder() }));
});

describeOnPostgres('on Postgres', (newDatabase) => {
  testUpgrade(newDatabase);

  test('a database of a newer version is refused with a message that says what to do', async () => {
    const location = await newDatabase();
    const { db, close } = await openDatabase(location);
    await db.execute(
      sql`insert into drizzle.__drizzle_migrations (hash, created_at) values ('newer', 9999999999999)`,
    );
    await close();
    const opening = openDatabase(location);
    await expect(opening).rejects.toThrow(SettingsError);
    await expect(opening).rejects.toThrow(/newer version.*start that version, or restore a backup/);
  });

  test('a database from before the first migration is refused with a message that says what to do', async () => {
    const location = await newDatabase();
    await query(location.url, madeBeforeFirst);
    const opening = openDatabase(location);
    await expect(opening).rejects.toThrow(SettingsError);
    await expect(opening).rejects.toThrow(/from before the first migration.*empty database/);
    expect(await query(location.url, 'select from products')).toEqual([]);
  });

  test('several processes may open an old database at once: one migrates it and all can use it', async () => {
    const location = await newDatabase(2);
    const before = await makeFirstVersion(location);
    const opened = await Promise.all([1, 2, 3].map(() => openDatabase(location)));
    for (const { db } of opened) expect(await readAll(db)).toMatchObject(before);
    await Promise.all(opened.map(({ close }) => close()));
  });
});

const PRODUCTS = 100_000;
/** Number of products on sale, so few that shoppers wait for each other's rows. */
const SOLD_PRODUCTS = 10;
const SHOPPERS = 6;
/** Number of orders before the upgrade starts, and again after it ends. */
const ORDERS = 12;

/** SQL that adds the products. Without triggers and unneeded indexes, it takes half the time. */
const fillCatalogue = `
  drop index products_search, products_search_letters, products_search_phrases, products_shown_category_price, products_shown_size;
  alter table products disable trigger user;
  ${addProducts(1, PRODUCTS)};
  alter table products enable trigger user`;

/** Migration that locks tables in the opposite order of a checkout, and more tables than a checkout can wait for. */
const addColumns = `
  alter table "products" add column "fabric" text;--> statement-breakpoint
  alter table "checkouts" add column "note" text;--> statement-breakpoint
  alter table "shoppers" add column "phone" text;`;

const addLargeIndex = `create index concurrently "products_fabric" on "products" ("fabric", "position");`;

/** Sells until `stop` is called. `stop` rejects if a purchase failed. */
function startSelling(server: ApiServer) {
  const orders: string[] = [];
  let isOver = false;
  const shoppers = Array.from({ length: SHOPPERS }, async (_, shopper) => {
    const { call, add, buy } = await signUp(calledPatiently(server));
    for (let count = shopper; !isOver; count += 1) {
      expect((await call('GET', `/products/shirt-${count + 1}`)).status).toBe(200);
      await add(`shirt-${(count % SOLD_PRODUCTS) + 1}`);
      const bought = await buy();
      expect(bought.status, JSON.stringify(bought.data)).toBe(201);
      orders.push(bought.data.order._id);
    }
  });
  return {
    orders,
    stop: async () => {
      isOver = true;
      await Promise.all(shoppers);
    },
  };
}

describeOnPostgres('a version that serves shoppers', (newDatabase) => {
  test(
    'keeps working while the next one adds a column and an index to 100,000 products',
    async () => {
      const database = await newDatabase(5);
      const { url } = database;
      const server = await openTestServer({ database });
      onTestFinished(server.stop);
      await query(url, fillCatalogue);
      const next = await migrationsWith([addColumns, addLargeIndex]);
      const selling = startSelling(server);
      onTestFinished(selling.stop);
      const sellMore = async () => {
        const enough = selling.orders.length + ORDERS;
        await vi.waitUntil(() => selling.orders.length >= enough, { timeout: TIMEOUT_MS });
      };
      await sellMore();
      await bringUpToDate(url, next);
      await sellMore();
      await selling.stop();

      const stored = await query<{ id: string }>(url, 'select id from orders');
      expect(stored.map(({ id }) => id).toSorted()).toEqual(selling.orders.toSorted());
      const [pieces] = await query(
        url,
        `select sum(${PIECES_OF_EACH} - stock)::int as sold, sum(held)::int as held from products where id like 'shirt-%'`,
      );
      expect(pieces).toEqual({ sold: selling.orders.length, held: 0 });
      expect(await isValid(url)).toBe(true);
    },
    TIMEOUT_MS,
  );
});
