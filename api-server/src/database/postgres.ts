import { setTimeout as wait } from 'node:timers/promises';
import { drizzle } from 'drizzle-orm/node-postgres';
import pg from 'pg';
import { SettingsError } from '../settings.ts';
import type { OpenDatabase } from './database.ts';
import { migrate } from './migrations.ts';
import * as schema from './schema.ts';

const STATEMENT_TIMEOUT_MS = 10_000;
const CONNECT_TIMEOUT_MS = 5_000;

/**
 * Longest wait of a transaction for a connection. With LOCK_TIMEOUT_MS, a transaction that gets no connection or no
 * lock is refused within two seconds.
 */
const TRANSACTION_CONNECT_TIMEOUT_MS = 800;
const LOCK_TIMEOUT_MS = 500;

const HEALTH_TIMEOUT_MS = 2_000;

/** Any number that nothing else in the database uses. */
const MIGRATION_LOCK = 2_719_001;
const POLL_MS = 100;

/**
 * Opens a Postgres server, which other processes may use at the same time. Transactions wait for the locks of others,
 * such as those of an import, so they have connections of their own and hold nothing else up. The health check has one
 * too: a busy process must not look like one that has lost its database.
 */
export async function openPostgres(url: string, connections: number): Promise<OpenDatabase> {
  await bringUpToDate(url);
  const forTransactions = Math.max(1, Math.floor((connections - 1) / 2));
  const main = openPool(url, Math.max(1, connections - 1 - forTransactions));
  const transactions = openPool(url, forTransactions, {
    connectionTimeoutMillis: TRANSACTION_CONNECT_TIMEOUT_MS,
  });
  const health = openPool(url, 1, {
    connectionTimeoutMillis: HEALTH_TIMEOUT_MS,
    query_timeout: HEALTH_TIMEOUT_MS,
  });
  const db = drizzle(main, { schema });
  const read = db.transaction.bind(db);
  const writer = drizzle(transactions, { schema });
  // A transaction that only reads waits for nobody.
  const transaction: typeof read = (work, config) =>
    config?.accessMode === 'read only' ? read(work, config) : writer.transaction(work, config);
  return {
    db: Object.assign(db, { transaction }),
    health: drizzle(health, { schema }),
    pools: { main, transactions },
    close: async () => void (await Promise.all([main.end(), transactions.end(), health.end()])),
  };
}

function openPool(url: string, max: number, options: pg.PoolConfig = {}): pg.Pool {
  const pool = new pg.Pool({
    connectionString: url,
    max,
    connectionTimeoutMillis: CONNECT_TIMEOUT_MS,
    statement_timeout: STATEMENT_TIMEOUT_MS,
    lock_timeout: LOCK_TIMEOUT_MS,
    idle_in_transaction_session_timeout: STATEMENT_TIMEOUT_MS,
    application_name: 'patchwork-api',
    ...options,
  });
  endFailedBegin(pool);
  // A connection that breaks while it is idle is replaced; without a listener it would end the process.
  pool.on('error', () => undefined);
  // A connection that breaks between two statements of a transaction would end the process, too; with a listener, only
  // the next statement fails.
  pool.on('connect', (client) => client.on('error', () => undefined));
  return pool;
}

/**
 * Applies the migrations that the database lacks. Several processes may start at once: the first one migrates, the
 * others wait.
 */
export async function bringUpToDate(url: string, folder?: string): Promise<void> {
  const client = new pg.Client({
    connectionString: url,
    connectionTimeoutMillis: CONNECT_TIMEOUT_MS,
  });
  // A connection that breaks fails the statement; without a listener it would end the process first.
  client.on('error', () => undefined);
  try {
    await client.connect();
  } catch (error) {
    throw new SettingsError(`The database of DATABASE_URL can’t be opened: ${reasonOf(error)}`);
  }
  try {
    await lockMigrations(client);
    await migrate(drizzle(client, { schema }), folder);
  } finally {
    await client.end();
  }
}

/**
 * Asks for the lock until it is free. A query that waits for it would hold a snapshot, whose end `create index
 * concurrently` waits for.
 */
async function lockMigrations(client: pg.Client): Promise<void> {
  const statement = 'select pg_try_advisory_lock($1) as is_held';
  while (!(await client.query(statement, [MIGRATION_LOCK])).rows[0].is_held) await wait(POLL_MS);
}

/**
 * Returns an error's message. A host with two addresses fails with one error for each, and without a message of its
 * own.
 */
const reasonOf = (error: unknown): string =>
  error instanceof AggregateError
    ? error.errors.map(String).join(', ')
    : error instanceof Error
      ? error.message
      : String(error);

/**
 * Makes a pool end each connection whose transaction could not begin. drizzle-orm 0.45 does not return it: after a
 * restart of the database the pool would have fewer connections forever, and closing it would never end.
 */
function endFailedBegin(pool: pg.Pool): void {
  const connect = pool.connect.bind(pool);
  Object.assign(pool, {
    // The pool's own queries pass a callback, and release their connection themselves.
    connect: (done?: Parameters<typeof connect>[0]) =>
      done ? connect(done) : connect().then(watchFirstStatement),
  });
}

/** Ends a connection if its first statement fails, which is Drizzle's `begin`. */
function watchFirstStatement(client: pg.PoolClient): pg.PoolClient {
  const watched = async (text: string, values?: unknown[]): Promise<pg.QueryResult> => {
    Reflect.deleteProperty(client, 'query');
    try {
      return await client.query(text, values);
    } catch (error) {
      client.release(true);
      throw error;
    }
  };
  return Object.assign(client, { query: watched });
}
