import { setTimeout as wait } from 'node:timers/promises';
import { drizzle } from 'drizzle-orm/node-postgres';
import type { PgTransactionConfig } from 'drizzle-orm/pg-core';
import pg from 'pg';
import { DATABASE_WAIT_MS, SettingsError } from '../settings.ts';
import { traceStatement } from '../telemetry/tracing.ts';
import type { Database, OpenDatabase } from './database.ts';
import { migrate } from './migrations.ts';
import * as schema from './schema.ts';

const STATEMENT_TIMEOUT_MS = 10_000;
const CONNECT_TIMEOUT_MS = 5_000;

/**
 * Maximum wait for a lock. Because of this limit and the wait for a connection in the settings, a transaction that gets
 * no connection or lock is refused soon: within two seconds by default.
 */
const LOCK_TIMEOUT_MS = 500;

const HEALTH_TIMEOUT_MS = 2_000;

/** Key of the lock for migrations, an arbitrary number that nothing else in the database uses. */
const MIGRATION_LOCK = 2_719_001;
const POLL_MS = 100;

/**
 * Opens a Postgres database, which other processes may use too. Transactions have their own pool, so that waiting for
 * locks doesn't block other queries. The health check has its own connection, so that a busy process isn't mistaken for
 * one that can't reach the database. Throws a SettingsError as `bringUpToDate` does.
 */
export async function openPostgres(
  url: string,
  connections: number,
  waitMs = DATABASE_WAIT_MS,
): Promise<OpenDatabase> {
  await bringUpToDate(url);
  const forTransactions = Math.max(1, Math.floor((connections - 1) / 2));
  const main = openPool(url, Math.max(1, connections - 1 - forTransactions));
  const transactions = openPool(url, forTransactions, {
    connectionTimeoutMillis: waitMs,
  });
  const health = openPool(url, 1, {
    connectionTimeoutMillis: HEALTH_TIMEOUT_MS,
    query_timeout: HEALTH_TIMEOUT_MS,
  });
  const db = drizzle(main, { schema });
  const read = transactionsOn(main);
  const write = transactionsOn(transactions);
  // A read-only transaction waits for no locks.
  const transaction: Transact = (work, config) =>
    (config?.accessMode === 'read only' ? read : write)(work, config);
  return {
    db: Object.assign(db, { transaction: transaction as typeof db.transaction }),
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
  traceStatements(pool);
  pool.on('connect', traceStatements);
  // Replaces a connection that breaks while idle. Without a listener, the error would end the process.
  pool.on('error', () => undefined);
  // Without a listener, a connection that breaks between two statements of a transaction would end the process. With
  // one, only the next statement fails.
  pool.on('connect', (client) => client.on('error', () => undefined));
  return pool;
}

/**
 * Applies missing migrations. If several processes start at once, the first one migrates while the others wait. Throws
 * a SettingsError if the database can't be reached or migrated.
 */
export async function bringUpToDate(url: string, folder?: string): Promise<void> {
  const client = new pg.Client({
    connectionString: url,
    connectionTimeoutMillis: CONNECT_TIMEOUT_MS,
  });
  // A broken connection fails the statement. Without a listener, it would end the process first.
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
 * Polls for the lock. A blocking query would hold a snapshot, and `create index concurrently` waits for all snapshots
 * to end.
 */
async function lockMigrations(client: pg.Client): Promise<void> {
  const statement = 'select pg_try_advisory_lock($1) as is_held';
  while (!(await client.query(statement, [MIGRATION_LOCK])).rows[0].is_held) await wait(POLL_MS);
}

/**
 * Returns an error's message. If a host has two addresses, the error has no message, but contains one error for each
 * address.
 */
const reasonOf = (error: unknown): string =>
  error instanceof AggregateError
    ? error.errors.map(String).join(', ')
    : error instanceof Error
      ? error.message
      : String(error);

/**
 * Traces the statements of a pool or of one of its connections. A named statement is sent without the comment that
 * tracing adds, because its text must stay the same.
 */
function traceStatements(target: pg.Pool | pg.PoolClient): void {
  const query: (...call: unknown[]) => Promise<unknown> = target.query.bind(target);
  Object.assign(target, {
    query: (statement: pg.QueryConfig, ...rest: unknown[]) =>
      // The pool passes its statements, which are traced already, to a connection with a callback.
      typeof rest.at(-1) === 'function'
        ? query(statement, ...rest)
        : traceStatement(statement.text, (text) =>
            query(statement.name ? statement : { ...statement, text }, ...rest),
          ),
  });
}

type Transact = <T>(work: (tx: Database) => Promise<T>, config?: PgTransactionConfig) => Promise<T>;

/**
 * Returns a function that runs transactions on a pool. It replaces Drizzle's because each connection keeps its
 * `Database`, so that `buildOnce` builds a query once for it. Also, drizzle-orm 0.45 never returns a connection whose
 * transaction could not begin, so the pool would shrink with each restart of the database and never finish closing.
 */
function transactionsOn(pool: pg.Pool): Transact {
  const databases = new WeakMap<pg.PoolClient, Database>();
  function databaseOf(client: pg.PoolClient): Database {
    const known = databases.get(client);
    if (known) return known;
    const database = drizzle(client, { schema });
    const transaction: Transact = async (work) => {
      await client.query({ text: 'savepoint inner_work' });
      const [commit, rollback] = ['release inner_work', 'rollback to inner_work'] as const;
      return finish(client, () => work(database), commit, rollback);
    };
    Object.assign(database, { transaction });
    databases.set(client, database);
    return database;
  }
  return async (work, { isolationLevel, accessMode } = {}) => {
    const client = await pool.connect();
    const isolation = isolationLevel ? ` isolation level ${isolationLevel}` : '';
    try {
      await client.query({ text: `begin${isolation}${accessMode ? ` ${accessMode}` : ''}` });
    } catch (error) {
      client.release(true);
      throw error;
    }
    try {
      return await finish(client, () => work(databaseOf(client)), 'commit', 'rollback');
    } finally {
      client.release();
    }
  };
}

/** Runs a transaction, or a part of one, that has begun. */
async function finish<T>(
  client: pg.PoolClient,
  work: () => Promise<T>,
  commit: string,
  rollback: string,
): Promise<T> {
  try {
    const result = await work();
    await client.query({ text: commit });
    return result;
  } catch (error) {
    await client.query({ text: rollback });
    throw error;
  }
}
