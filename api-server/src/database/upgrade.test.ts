import { readFileSync } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { PGlite } from '@electric-sql/pglite';
import { pg_trgm } from '@electric-sql/pglite/contrib/pg_trgm';
import { getTableName, sql } from 'drizzle-orm';
import { drizzle as drizzlePostgres } from 'drizzle-orm/node-postgres';
import { drizzle as drizzleEmbedded } from 'drizzle-orm/pglite';
import pg from 'pg';
import { describe, expect, inject, onTestFinished, test } from 'vitest';
import { type Settings, SettingsError } from '../settings.ts';
import { migrationsWith } from '../testing/migration-folder.ts';
import { createDatabase } from '../testing/postgres.ts';
import type { Database } from './database.ts';
import { migrate } from './migrations.ts';
import { openDatabase } from './open.ts';
import * as schema from './schema.ts';

async function temporaryFolder(): Promise<string> {
  const folder = await mkdtemp(path.join(tmpdir(), 'patchwork-upgrade-'));
  onTestFinished(() => rm(folder, { recursive: true }));
  return folder;
}

/** A row or more for each table of the first version. */
const firstRows = readFileSync(
  path.join(import.meta.dirname, '../testing/first-version.sql'),
  'utf8',
);

type Rows = Readonly<Record<string, readonly object[]>>;

/** The rows of each table that the database's version has. */
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

/** Makes a database of the first version, with data. Returns its rows. */
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

/** An embedded database opens in two seconds, under load in more than ten. */
const TIMEOUT_MS = 120_000;

function describeUpgrade(newLocation: () => Promise<Location>): void {
  test(
    'a database of the first version is brought to the last, with all its data',
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

  test(
    'a database of a newer version is refused with a line that says what to do',
    async () => {
      const location = await newLocation();
      const { db, close } = await openDatabase(location);
      await db.execute(
        sql`insert into drizzle.__drizzle_migrations (hash, created_at) values ('newer', 9999999999999)`,
      );
      await close();
      const opening = openDatabase(location);
      await expect(opening).rejects.toThrow(SettingsError);
      await expect(opening).rejects.toThrow(
        /newer version.*start that version, or restore a backup/,
      );
    },
    TIMEOUT_MS,
  );
}

describe('on PGlite', () => {
  describeUpgrade(async () => ({ kind: 'folder', folder: await temporaryFolder() }));
});

const postgresUrl = inject('postgresUrl');

describe.skipIf(postgresUrl === null)('on Postgres', () => {
  async function newLocation(): Promise<Extract<Location, { readonly kind: 'postgres' }>> {
    const { url, drop } = await createDatabase(postgresUrl ?? '');
    onTestFinished(drop);
    return { kind: 'postgres', url, connections: 2 };
  }

  describeUpgrade(newLocation);

  test('of several that open an old database at once, one migrates it and all can use it', async () => {
    const location = await newLocation();
    const before = await makeFirstVersion(location);
    const opened = await Promise.all([1, 2, 3].map(() => openDatabase(location)));
    for (const { db } of opened) expect(await readAll(db)).toMatchObject(before);
    await Promise.all(opened.map(({ close }) => close()));
  });
});
