import { and, eq, type SQL, sql } from 'drizzle-orm';
import type { PgColumn, PgTable } from 'drizzle-orm/pg-core';
import type { Database } from '../database/database.ts';
import { isUuid } from '../database/expressions.ts';

/** Table whose rows are listed by time, the newest first. */
interface ByTime {
  readonly table: PgTable;
  readonly time: PgColumn;
  readonly id: PgColumn;
}

/**
 * Returns the condition for rows older than the row whose id is `cursor`, the last row of the previous page; for all
 * rows if there is no cursor. Returns undefined if no row in `scope` has this id. The time is passed on as the
 * database's text: a Date would lose the microseconds.
 */
export async function olderThan(
  db: Database,
  { table, time, id }: ByTime,
  cursor: string | undefined,
  scope?: SQL,
): Promise<SQL | undefined> {
  if (cursor === undefined) return sql`true`;
  if (!isUuid(cursor)) return undefined;
  const [row] = await db
    .select({ time: sql<string>`${time}::text` })
    .from(table)
    .where(and(scope, eq(id, cursor)));
  return row && sql`(${time}, ${id}) < (${row.time}::timestamptz, ${cursor}::uuid)`;
}
