import type { PgDatabase, PgQueryResultHKT } from 'drizzle-orm/pg-core';
import type * as schema from './schema.ts';

/** The database, embedded or not; a transaction of it is one too. */
export type Database = PgDatabase<PgQueryResultHKT, typeof schema>;

/** Connections of a process to a Postgres server. A pool of the driver is one. */
export interface PoolUse {
  readonly totalCount: number;
  readonly idleCount: number;
  /** Callers without a connection. */
  readonly waitingCount: number;
}

/** An open database. All tables are there, of the newest version. */
export interface OpenDatabase {
  readonly db: Database;
  /** A connection for the health check alone. Undefined where all share one, as with the embedded database. */
  readonly health?: Database;
  /** By name. The embedded database has none. */
  readonly pools?: Readonly<Record<string, PoolUse>>;
  readonly close: () => Promise<void>;
}

/**
 * Builds a query once for each database: for a read of a few rows, building takes longer than all else here.
 * The query has no name on the server, which a pooler in between may not allow.
 */
export function buildOnce<T>(build: (db: Database) => T): (db: Database) => T {
  const built = new WeakMap<Database, T>();
  return (db) => {
    const query = built.get(db) ?? build(db);
    built.set(db, query);
    return query;
  };
}

/** SQLSTATE: connection failures, a full disk, and a server that shuts down, crashed or starts. */
const awayState = /^(?:08\d{3}|53100|57P0[123])$/;

/** Codes of node: the address is not listened on, or the connection broke. */
const awayCode =
  /^(?:ECONN\w+|ENOENT|EPIPE|ETIMEDOUT|EHOSTUNREACH|ENETUNREACH|EAI_AGAIN|ENOTFOUND)$/;

/** Messages of the driver about a broken connection, which have no code. */
const awayText = /^(?:Connection terminated|Client has encountered a connection error)/;

/**
 * SQLSTATE: too many connections, a lock that was not had in time, a statement that took too long, and a
 * transaction that Postgres ended because of another one.
 */
const busyState = /^(?:53300|55P03|57014|40001|40P01)$/;

/** Message of the pool when all of its connections were in use for too long; it has no code. */
const busyText = /^timeout exceeded when trying to connect/;

type DatabaseFailure = 'databaseAway' | 'busy';

/**
 * Returns why a statement could not be executed where it is no fault of its own: Postgres could not be reached, or has
 * too much to do. Drizzle's and the driver's errors have the error of the connection as their cause.
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
