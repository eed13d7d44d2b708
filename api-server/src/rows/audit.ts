import { and, desc, eq, lt } from 'drizzle-orm';
import type { Database } from '../database/database.ts';
import { auditEntries } from '../database/schema.ts';

/** Person who makes a change, and the call or command that makes it. */
export interface Actor {
  /** Email of the operator or, at the command line, the name that `whoIs` returns. */
  readonly actor: string;
  /** Command or call, such as 'orders ship'. */
  readonly action: string;
}

interface Change {
  /**
   * Order number, or id of a product, shopper or mail; 'failed mails' for a retry of all of them, 'shoppers' for
   * reading a page of them, 'orders' for an export, 'pins' for the table of PIN codes.
   */
  readonly subject: string;
  readonly before: unknown;
  readonly after: unknown;
}

/** Records an operator's change in the transaction that makes it. */
export const recordChange = (tx: Database, actor: Actor, change: Change): Promise<unknown> =>
  tx.insert(auditEntries).values({ ...actor, ...change });

interface ChangeSearch {
  readonly limit: number;
  /** Position of the last entry on the previous page. */
  readonly cursor?: string | undefined;
  readonly subject?: string | undefined;
}

/** Lists changes, newest first; undefined for an invalid cursor. */
export async function listChanges(db: Database, { limit, cursor, subject }: ChangeSearch) {
  if (cursor !== undefined && !/^\d{1,15}$/.test(cursor)) return undefined;
  const rows = await db
    .select()
    .from(auditEntries)
    .where(
      and(
        subject === undefined ? undefined : eq(auditEntries.subject, subject),
        cursor === undefined ? undefined : lt(auditEntries.position, Number(cursor)),
      ),
    )
    .orderBy(desc(auditEntries.position))
    .limit(limit + 1);
  const entries = rows.slice(0, limit);
  const last = rows.length > limit ? entries.at(-1) : undefined;
  return { entries, nextCursor: last ? `${last.position}` : null };
}
