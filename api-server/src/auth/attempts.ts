import { createHash } from 'node:crypto';
import { and, eq, lt, sql } from 'drizzle-orm';
import type { Database } from '../database/database.ts';
import { rateLimits } from '../database/schema.ts';
import { type ServerRefusal, serverRefusals } from '../refusals.ts';

const WINDOW_SECONDS = 15 * 60;

/** Attempts that share a counter: all from one address, all with one email, or all with one email from one address. */
export interface Attempt {
  readonly kind: 'login' | 'signup' | 'link';
  readonly from?: string;
  readonly email?: string;
}

/** Start of the current window on the database's clock, so that all processes have the same windows. */
const windowStart = sql<Date>`to_timestamp(floor(extract(epoch from now()) / ${sql.raw(`${WINDOW_SECONDS}`)}) * ${sql.raw(`${WINDOW_SECONDS}`)})`;

const keyOf = ({ kind, from = '', email = '' }: Attempt): string =>
  `${kind}:${createHash('sha256')
    .update(JSON.stringify([from, email.toLowerCase()]))
    .digest('base64url')}`;

/**
 * Counts an attempt. Returns undefined for the first `limit` attempts within 15 minutes, then a refusal with the
 * seconds until the window ends. Uses a single statement, so that parallel attempts in all processes are counted.
 */
export async function countAttempt(
  db: Database,
  attempt: Attempt,
  limit: number,
): Promise<ServerRefusal | undefined> {
  const [row] = await db
    .insert(rateLimits)
    .values({ key: keyOf(attempt), windowStart, count: 1 })
    .onConflictDoUpdate({
      target: [rateLimits.key, rateLimits.windowStart],
      set: { count: sql`${rateLimits.count} + 1` },
    })
    .returning({
      count: rateLimits.count,
      passedSeconds: sql<number>`extract(epoch from now() - ${rateLimits.windowStart})::float8`,
    });
  if (row === undefined || row.count <= limit) return undefined;
  const retryAfterSeconds = Math.ceil(WINDOW_SECONDS - row.passedSeconds);
  return { ...serverRefusals.tooManyAttempts, retryAfterSeconds };
}

/** Takes back the count of a successful attempt, because only failures count against an email. */
export const forgiveAttempt = (db: Database, attempt: Attempt): Promise<unknown> =>
  db
    .update(rateLimits)
    .set({ count: sql`${rateLimits.count} - 1` })
    .where(
      and(
        eq(rateLimits.key, keyOf(attempt)),
        eq(rateLimits.windowStart, windowStart),
        sql`${rateLimits.count} > 0`,
      ),
    );

/** Resets a counter after the shopper has proved who they are. */
export const forgetAttempts = (db: Database, attempt: Attempt): Promise<unknown> =>
  db.delete(rateLimits).where(eq(rateLimits.key, keyOf(attempt)));

export const deleteOldAttempts = (db: Database): Promise<unknown> =>
  db.delete(rateLimits).where(lt(rateLimits.windowStart, windowStart));
