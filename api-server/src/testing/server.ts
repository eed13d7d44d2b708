import { sql } from 'drizzle-orm';
import { pino } from 'pino';
import { createPasswords } from '../auth/passwords.ts';
import { type ApiServer, createApiServer } from '../create-api-server.ts';
import type { OpenDatabase } from '../database/database.ts';
import { openDatabase } from '../database/open.ts';
import * as schema from '../database/schema.ts';
import { addGuest, seed } from '../database/seed.ts';
import { readSettings, type Settings } from '../settings.ts';
import { createDatabase, providePostgres } from './postgres.ts';
import { provideSnapshot, snapshotFile } from './snapshot.ts';

/** Database in memory that opens in a second. Under Vitest its snapshot exists; elsewhere `provideSnapshot` makes it. */
export const inMemory = { kind: 'memory', snapshot: snapshotFile } as const;

/** Settings of a server for tests: in memory, with passwords that are hashed fast and no limits. */
export const testSettings: Settings = {
  ...readSettings({}, '/'),
  database: inMemory,
  attempts: { perAddress: 1_000_000, perEmail: 1_000_000 },
  hashCost: { memoryKiB: 64, passes: 1 },
  guestAccount: true,
  // The checkouts that tests leave open hold their pieces.
  sampleStock: 1_000_000,
};

/** Opens a server for all tests of a file, because opening takes a second. */
export const openTestServer = (
  settings: Partial<Settings> = {},
  database?: OpenDatabase,
): Promise<ApiServer> =>
  createApiServer(
    { ...testSettings, ...settings },
    { log: pino({ level: 'silent' }), ...(database && { database }) },
  );

/** A server whose data can be reset between tests in milliseconds: opening one takes seconds. */
export interface ResettableServer extends ApiServer {
  /** Resets the data to the sample shop, with this many pieces of each product that is in stock. */
  readonly reset: (stock?: number) => Promise<void>;
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
      await addGuest(opened.db, createPasswords(settings.hashCost));
    },
  };
}

const CONNECTIONS = 5;

/** Opens a server on an embedded database in memory or on a Postgres; undefined if this machine has no Postgres. */
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
  const server = await open({ kind: 'postgres', url, connections: CONNECTIONS });
  return {
    ...server,
    stop: async () => {
      await server.stop();
      await drop();
      await postgres.value.stop();
    },
  };
}
