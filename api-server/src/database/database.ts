import type { PgDatabase, PgQueryResultHKT } from 'drizzle-orm/pg-core';
import type * as schema from './schema.ts';

/** A database, embedded or on a server; a transaction has this type too. */
export type Database = PgDatabase<PgQueryResultHKT, typeof schema>;

/** Use of a process's connections to a Postgres server. The driver's pools have this type. */
export interface PoolUse {
  readonly totalCount: number;
  readonly idleCount: number;
  /** Callers that wait for a connection. */
  readonly waitingCount: number;
}

/** An open database, whose tables have the newest version. */
export interface OpenDatabase {
  readonly db: Database;
  /** Separate connection for the health check; undefined for the embedded database, which has only one connection. */
  readonly health?: Database;
  /** Pools of connections, by name. The embedded database has none. */
  readonly pools?: Readonly<Record<string, PoolUse>>;
  readonly close: () => Promise<void>;
}

/**
 * Builds a query once for each database: for a read of a few rows, building takes longer than all the rest of this
 * process's work. The query gets no name on the server, because a pooler in between may not allow names.
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

/** Codes of Node: nothing listens at the address, or the connection broke. */
const awayCode =
  /^(?:ECONN\w+|ENOENT|EPIPE|ETIMEDOUT|EHOSTUNREACH|ENETUNREACH|EAI_AGAIN|ENOTFOUND)$/;

/** Messages of the driver about a broken connection, which have no code. */
const awayText = /^(?:Connection terminated|Client has encountered a connection error)/;

/**
 * SQLSTATE: too many connections, a lock that was not obtained in time, a statement that took too long, and a
 * transaction that Postgres ended because of another one.
 */
const busyState = /^(?:53300|55P03|57014|40001|40P01)$/;

/** Message of the pool, without a code, when all of its connections were in use for too long. */
const busyText = /^timeout exceeded when trying to connect/;

type DatabaseFailure = 'databaseAway' | 'busy';

/**
 * Returns the reason why a statement failed through no fault of its own: Postgres could not be reached, or has too much
 * to do. Drizzle's and the driver's errors have the error of the connection as their cause.
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
