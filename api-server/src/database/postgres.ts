import { drizzle } from 'drizzle-orm/node-postgres';
import { migrate } from 'drizzle-orm/node-postgres/migrator';
import pg from 'pg';
import { SettingsError } from '../settings.ts';
import type { OpenDatabase } from './database.ts';
import { migrations, refuseNewer } from './migrations.ts';
import * as schema from './schema.ts';

const STATEMENT_TIMEOUT_MS = 10_000;
const CONNECT_TIMEOUT_MS = 5_000;

/** Any number that nothing else in the database uses. */
const MIGRATION_LOCK = 2_719_001;

/** Opens a Postgres server, which other processes may use at the same time. */
export async function openPostgres(url: string, connections: number): Promise<OpenDatabase> {
  await bringUpToDate(url);
  const pool = new pg.Pool({
    connectionString: url,
    max: connections,
    connectionTimeoutMillis: CONNECT_TIMEOUT_MS,
    statement_timeout: STATEMENT_TIMEOUT_MS,
    idle_in_transaction_session_timeout: STATEMENT_TIMEOUT_MS,
    application_name: 'patchwork-api',
  });
  // A connection that breaks while it is idle is replaced; without a listener it would end the process.
  pool.on('error', () => undefined);
  // So is one that breaks between two statements of a transaction: the next statement fails.
  pool.on('connect', (client) => client.on('error', () => undefined));
  return { db: drizzle(pool, { schema }), pools: { main: pool }, close: () => pool.end() };
}

/** Several processes may start at once: the first one migrates, the others wait for it. */
async function bringUpToDate(url: string): Promise<void> {
  const client = new pg.Client({
    connectionString: url,
    connectionTimeoutMillis: CONNECT_TIMEOUT_MS,
  });
  try {
    await client.connect();
  } catch (error) {
    throw new SettingsError(`The database of DATABASE_URL can’t be opened: ${reasonOf(error)}`);
  }
  try {
    await client.query('select pg_advisory_lock($1)', [MIGRATION_LOCK]);
    const db = drizzle(client, { schema });
    await refuseNewer(db);
    await migrate(db, migrations);
  } finally {
    await client.end();
  }
}

/** A host with two addresses fails with one error for each, and no text of its own. */
const reasonOf = (error: unknown): string =>
  error instanceof AggregateError
    ? error.errors.map(String).join(', ')
    : error instanceof Error
      ? error.message
      : String(error);
