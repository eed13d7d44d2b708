import type { Database } from './database.ts';

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
