import type { PgDatabase, PgQueryResultHKT } from 'drizzle-orm/pg-core';
import type * as schema from './schema.ts';

/** Database, embedded or on a server. Transactions have this type, too. */
export type Database = PgDatabase<PgQueryResultHKT, typeof schema>;

/** Usage of a connection pool. The driver's pools have this type. */
export interface PoolUse {
  readonly totalCount: number;
  readonly idleCount: number;
  /** Number of callers that wait for a connection. */
  readonly waitingCount: number;
}

/** Open database with up-to-date tables. */
export interface OpenDatabase {
  readonly db: Database;
  /** Separate connection for the health check; undefined for an embedded database, which has only one connection. */
  readonly health?: Database;
  /** Connection pools by name. The embedded database has none. */
  readonly pools?: Readonly<Record<string, PoolUse>>;
  readonly close: () => Promise<void>;
}

/**
 * Builds a query once per database. For small reads, building takes longer than everything else in this process. The
 * query isn't a named prepared statement, because some connection poolers forbid those.
 */
export function buildOnce<T>(build: (db: Database) => T): (db: Database) => T {
  const built = new WeakMap<Database, T>();
  return (db) => {
    const query = built.get(db) ?? build(db);
    built.set(db, query);
    return query;
  };
}

/** SQLSTATE: connection failures, a full disk, and a server that is shutting down, crashed or starting. */
const awayState = /^(?:08\d{3}|53100|57P0[123])$/;

/** Node's error codes: no server at the address, or a broken connection. */
const awayCode =
  /^(?:ECONN\w+|ENOENT|EPIPE|ETIMEDOUT|EHOSTUNREACH|ENETUNREACH|EAI_AGAIN|ENOTFOUND)$/;

/** Driver's messages for a broken connection, which have no code. */
const awayText = /^(?:Connection terminated|Client has encountered a connection error)/;

/**
 * SQLSTATE: too many connections, a lock timeout, a statement timeout, and a transaction that was aborted because of
 * another one.
 */
const busyState = /^(?:53300|55P03|57014|40001|40P01)$/;

/** Pool's message, without a code, if all connections were in use for too long. */
const busyText = /^timeout exceeded when trying to connect/;

type DatabaseFailure = 'databaseAway' | 'busy';

/**
 * Tells whether an error is due to an unreachable or overloaded database rather than the statement; undefined
 * otherwise. The original error is the cause of Drizzle's and the driver's errors.
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
