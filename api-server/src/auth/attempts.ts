import { createHash } from 'node:crypto';
import { and, eq, lt, sql } from 'drizzle-orm';
import type { Database } from '../database/database.ts';
import { rateLimits } from '../database/schema.ts';
import { type ServerRefusal, serverRefusals } from '../refusals.ts';

const WINDOW_SECONDS = 15 * 60;

/** Key of a counter: attempts from an address, with an email from that address, or with an email from anywhere. */
export interface Attempt {
  readonly kind: 'login' | 'signup';
  readonly from?: string;
  readonly email?: string;
}

/** Start of the current window by the database's clock, so that the windows of all processes are the same. */
const windowStart = sql<Date>`to_timestamp(floor(extract(epoch from now()) / ${sql.raw(`${WINDOW_SECONDS}`)}) * ${sql.raw(`${WINDOW_SECONDS}`)})`;

const keyOf = ({ kind, from = '', email = '' }: Attempt): string =>
  `${kind}:${createHash('sha256')
    .update(JSON.stringify([from, email.toLowerCase()]))
    .digest('base64url')}`;

/**
 * Counts an attempt. Returns undefined for the first `limit` attempts of a window of 15 minutes, else the refusal, with
 * the seconds until the window ends. A single statement, so that parallel attempts on any process are all counted.
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

/** Takes a successful attempt off the count: only failures count against an email. */
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

export const deleteOldAttempts = (db: Database): Promise<unknown> =>
  db.delete(rateLimits).where(lt(rateLimits.windowStart, windowStart));

/**
 * Returns the network of an address. A customer's IPv6 network has 2^64 addresses, which count as one; an IPv4 address
 * counts by itself.
 */
function networkOf(address: string): string {
  const plain = address.replace(/^::ffff:(?=\d+\.)/i, '').replace(/%.*$/, '');
  if (!plain.includes(':')) return plain;
  const [head = '', tail] = plain.split('::');
  const groups = (part: string | undefined) => (part ? part.split(':') : []);
  const before = groups(head);
  const after = groups(tail);
  const zeros =
    tail === undefined ? [] : Array(Math.max(0, 8 - before.length - after.length)).fill('0');
  return [...before, ...zeros, ...after].slice(0, 4).join(':');
}

/**
 * Returns the network that a request came from, for counting attempts. Each of the operator's `proxies` appends its
 * caller's address to X-Forwarded-For; the caller may have made up all addresses before those.
 */
export function clientAddress(
  connection: string | undefined,
  forwardedFor: string | undefined,
  proxies: number,
): string {
  const hops = (forwardedFor ?? '').split(',').map((hop) => hop.trim());
  const forwarded = proxies > 0 ? hops.at(-proxies) : undefined;
  return networkOf(forwarded || connection || 'unknown');
}
