import type { PgDatabase, PgQueryResultHKT } from 'drizzle-orm/pg-core';
import type * as schema from './schema.ts';

/** The database, embedded or not; a transaction of it is one too. */
export type Database = PgDatabase<PgQueryResultHKT, typeof schema>;

/** An open database. All tables are there, of the newest version. */
export interface OpenDatabase {
  readonly db: Database;
  readonly close: () => Promise<void>;
}
