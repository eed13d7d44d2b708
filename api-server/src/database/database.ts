import type { PgDatabase, PgQueryResultHKT } from 'drizzle-orm/pg-core';
import type * as schema from './schema.ts';

/** Database, embedded or on a server. Transactions have this type, too. */
export type Database = PgDatabase<PgQueryResultHKT, typeof schema>;

/** Usage of a connection pool. The driver's pools have this type. */
export interface PoolUse {
  readonly totalCount: number;
  readonly idleCount: number;
  readonly waitingCount: number;
}

/** Open database with up-to-date tables. */
export interface OpenDatabase {
  readonly db: Database;
  /** Separate connection for the health check; undefined for an embedded database, which has only one connection. */
  readonly health?: Database;
  /** Connection pools by name. The embedded database has none. */
  readonly pools?: Readonly<Record<string, PoolUse>>;
  /**
   * Counts the statements that may have changed something; undefined if other processes change the database, too.
   * Grows before the change can be seen.
   */
  readonly writes?: () => number;
  readonly close: () => Promise<void>;
}

/**
 * Returns a function that builds a query once per database, or per connection for transactions on Postgres. For small
 * reads, building takes longer than everything else in this process. `prepare` gives it a name, under which a Postgres
 * server parses it once for each connection, and soon plans it once, which takes it longer than running it. So no other
 * query may have that name, and a name is only for queries whose plan doesn't depend on their values.
 */
export function buildOnce<T>(build: (db: Database) => T): (db: Database) => T {
  const built = new WeakMap<Database, T>();
  return (db) => {
    const query = built.get(db) ?? build(db);
    built.set(db, query);
    return query;
  };
}

/** Matches SQLSTATEs of connection failures, a full disk, and a server that is shutting down, crashed or starting. */
const awayState = /^(?:08\d{3}|53100|57P0[123])$/;

/** Matches Node's error codes for an address without a server, or for a broken connection. */
const awayCode =
  /^(?:ECONN\w+|ENOENT|EPIPE|ETIMEDOUT|EHOSTUNREACH|ENETUNREACH|EAI_AGAIN|ENOTFOUND)$/;

/** Matches the driver's messages for a broken connection. These errors have no code. */
const awayText = /^(?:Connection terminated|Client has encountered a connection error)/;

/**
 * Matches SQLSTATEs of too many connections, a lock timeout, a statement timeout, an idle transaction that was ended, and
 * a transaction that was aborted because of another one.
 */
const busyState = /^(?:25P03|53300|55P03|57014|40001|40P01)$/;

/** Matches the pool's message if all connections were in use for too long. This error has no code. */
const busyText = /^timeout exceeded when trying to connect/;

type DatabaseFailure = 'databaseAway' | 'busy';

/**
 * Returns the kind of database failure that caused an error: 'databaseAway' if the database was unreachable, 'busy' if
 * it was overloaded; undefined for any other error. Drizzle's and the driver's errors contain the original error as
 * their cause.
 */
export function databaseFailure(error: unknown): DatabaseFailure | undefined {
  if (!(error instanceof Error)) return undefined;
  const code = String(Reflect.get(error, 'code'));
  if (busyState.test(code) || busyText.test(error.message)) return 'busy';
  if (awayState.test(code) || awayCode.test(code) || awayText.test(error.message)) {
    return 'databaseAway';
  }
  const inner = error instanceof AggregateError ? error.errors : [error.cause];
  return inner.map(databaseFailure).find((failure) => failure !== undefined);
}
