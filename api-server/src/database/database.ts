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
