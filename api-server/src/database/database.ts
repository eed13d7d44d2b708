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
