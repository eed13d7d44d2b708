import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { eq, sql } from 'drizzle-orm';
import { pino } from 'pino';
import { createPasswords } from '../auth/passwords.ts';
import { importCatalogue } from '../commands/import-catalogue.ts';
import { type ApiServer, createApiServer } from '../create-api-server.ts';
import type { OpenDatabase } from '../database/database.ts';
import { openDatabase } from '../database/open.ts';
import * as schema from '../database/schema.ts';
import { addGuest, seed } from '../rows/seed.ts';
import { DATABASE_WAIT_MS, readSettings, type Settings } from '../settings.ts';
import { createDatabase, providePostgres } from './postgres.ts';
import { provideSnapshot, snapshotFile } from './snapshot.ts';

/**
 * In-memory database, opened from a snapshot in a second. Outside this package's tests, call `provideSnapshot` first.
 */
export const inMemory = { kind: 'memory', snapshot: snapshotFile } as const;

/** Settings of a server for tests: in memory, with fast password hashing and without limits. */
export const testSettings: Settings = {
  ...readSettings({}, '/'),
  database: inMemory,
  attempts: { perAddress: 1_000_000, perEmail: 1_000_000 },
  hashCost: { memoryKiB: 64, passes: 1 },
  guestAccount: true,
  // Checkouts that tests leave open keep their stock reserved.
  sampleStock: 1_000_000,
};

/** Starts a server for all tests of a file, because starting takes a second. */
export const openTestServer = (
  settings: Partial<Settings> = {},
  database?: OpenDatabase,
): Promise<ApiServer> =>
  createApiServer(
    { ...testSettings, ...settings },
    { log: pino({ level: 'silent' }), ...(database && { database }) },
  );

/** Server whose data can be reset between tests in milliseconds, because starting a server takes seconds. */
export interface ResettableServer extends ApiServer {
  /** Resets the data to the sample shop, with this stock of each product that is in stock. */
  readonly reset: (stock?: number) => Promise<void>;
  /** Gives the user with this email the operator role, which no API call can do. */
  readonly makeOperator: (email: string) => Promise<void>;
  /** Imports the content of a .csv catalogue file, as `pnpm api import --set-stock` does. */
  readonly importProducts: (csv: string) => Promise<void>;
}

const { secrets, ...dataTables } = schema;

async function open(database: Settings['database']): Promise<ResettableServer> {
  const settings = { ...testSettings, database };
  const opened = await openDatabase(database);
  const server = await createApiServer(settings, {
    log: pino({ level: 'silent' }),
    database: opened,
  });
  const tables = sql.join(Object.values(dataTables), sql`, `);
  return {
    ...server,
    reset: async (stock = settings.sampleStock) => {
      await opened.db.execute(sql`truncate ${tables}`);
      await seed(opened.db, stock);
      await addGuest(opened.db, createPasswords(settings.hashCost).hash);
    },
    makeOperator: async (email) => {
      const { shoppers } = schema;
      await opened.db.update(shoppers).set({ role: 'operator' }).where(eq(shoppers.email, email));
    },
    importProducts: async (csv) => {
      const folder = await mkdtemp(path.join(tmpdir(), 'patchwork-import-'));
      const file = path.join(folder, 'catalogue.csv');
      await writeFile(file, csv);
      await importCatalogue(opened.db, file, { dryRun: false, replace: false, setStock: true });
      await rm(folder, { recursive: true });
    },
  };
}

const CONNECTIONS = 5;

/**
 * Starts a server on an embedded in-memory database or on Postgres. Returns undefined for Postgres if none is installed
 * and DATABASE_URL names none.
 */
export async function openResettableServer(
  kind: 'embedded' | 'postgres',
): Promise<ResettableServer | undefined> {
  if (kind === 'embedded') {
    await provideSnapshot();
    return open(inMemory);
  }
  const postgres = await providePostgres();
  if (!postgres.ok) return undefined;
  const { url, drop } = await createDatabase(postgres.value.url);
  const server = await open({
    kind: 'postgres',
    url,
    connections: CONNECTIONS,
    waitMs: DATABASE_WAIT_MS,
  });
  return {
    ...server,
    stop: async () => {
      await server.stop();
      await drop();
      await postgres.value.stop();
    },
  };
}
