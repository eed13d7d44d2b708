import { createHash } from 'node:crypto';
import { emailKeyOf } from '@patchwork/domain';
import { eq, lt, sql } from 'drizzle-orm';
import { buildOnce, type Database } from '../database/database.ts';
import { rateLimits } from '../database/schema.ts';
import { type ServerRefusal, serverRefusals } from '../http/refusals.ts';

const WINDOW_SECONDS = 15 * 60;

/**
 * Attempts that share a counter: all from one address, all with one email, or all with one email from one address. With
 * the kind 'held', the counter is of the pieces of a product that checkouts from one address reserve.
 */
export interface Attempt {
  readonly kind: 'login' | 'signup' | 'link' | 'alert' | 'checkout' | 'held';
  readonly from?: string;
  readonly email?: string;
  readonly product?: string;
}

/** Start of the current window on the database's clock, so that all processes have the same windows. */
const windowStart = sql<Date>`to_timestamp(floor(extract(epoch from now()) / ${sql.raw(`${WINDOW_SECONDS}`)}) * ${sql.raw(`${WINDOW_SECONDS}`)})`;

export const keyOf = ({ kind, from = '', email = '', product = '' }: Attempt): string =>
  `${kind}:${createHash('sha256')
    .update(JSON.stringify([from, emailKeyOf(email), product]))
    .digest('base64url')}`;

/** Number to add to each counter, by key. */
export type Additions = ReadonlyMap<string, number>;

/** Counters after an addition, by key, and the seconds until their window ends. */
interface Counted {
  readonly totals: ReadonlyMap<string, number>;
  readonly retryAfterSeconds: number;
}

/** Returns additions in the order in which their counters are locked, so that concurrent statements don't deadlock. */
const inOrder = (additions: Additions) =>
  [...additions].sort(([one], [other]) => (one < other ? -1 : 1));

/** Adds to counters in one statement. */
async function add(db: Database, additions: Additions): Promise<Counted> {
  const rows = await db
    .insert(rateLimits)
    .values(inOrder(additions).map(([key, count]) => ({ key, windowStart, count })))
    .onConflictDoUpdate({
      target: [rateLimits.key, rateLimits.windowStart],
      set: { count: sql`${rateLimits.count} + excluded.count` },
    })
    .returning({
      key: rateLimits.key,
      count: rateLimits.count,
      passedSeconds: sql<number>`extract(epoch from now() - ${rateLimits.windowStart})::float8`,
    });
  return {
    totals: new Map(rows.map(({ key, count }) => [key, count])),
    retryAfterSeconds: Math.ceil(WINDOW_SECONDS - (rows[0]?.passedSeconds ?? 0)),
  };
}

interface Waiting {
  readonly additions: Additions;
  readonly resolve: (counted: Counted) => void;
  readonly reject: (error: unknown) => void;
}

const queuesOf = buildOnce((_db) => new Map<string, Waiting[]>());

/**
 * Adds to counters, and returns them as they are after this addition. While a statement of the same queue runs, further
 * additions wait and are then made together by one statement: however many requests arrive, a queue uses at most one
 * connection of this process.
 */
export function addInTurn(db: Database, queue: string, additions: Additions): Promise<Counted> {
  const queues = queuesOf(db);
  return new Promise((resolve, reject) => {
    const entry = { additions, resolve, reject };
    const waiting = queues.get(queue);
    if (waiting) {
      waiting.push(entry);
      return;
    }
    queues.set(queue, [entry]);
    void emptyQueue(db, queues, queue);
  });
}

async function emptyQueue(
  db: Database,
  queues: Map<string, Waiting[]>,
  queue: string,
): Promise<void> {
  const waiting = queues.get(queue) ?? [];
  while (waiting.length > 0) {
    const batch = waiting.splice(0);
    try {
      const sums = new Map<string, number>();
      for (const { additions } of batch) addTo(sums, additions);
      const { totals, retryAfterSeconds } = await add(db, sums);
      const reached = new Map([...sums].map(([key, sum]) => [key, (totals.get(key) ?? sum) - sum]));
      for (const { additions, resolve } of batch) {
        addTo(reached, additions);
        const own = [...additions.keys()].map((key) => [key, reached.get(key) ?? 0] as const);
        resolve({ totals: new Map(own), retryAfterSeconds });
      }
    } catch (error) {
      for (const { reject } of batch) reject(error);
    }
  }
  // In the same step as the last look at the queue, so that no addition is forgotten.
  queues.delete(queue);
}

function addTo(sums: Map<string, number>, additions: Additions): void {
  for (const [key, count] of additions) sums.set(key, (sums.get(key) ?? 0) + count);
}

/**
 * Counts an attempt. Returns undefined for the first `limit` attempts within 15 minutes, then a refusal with the
 * seconds until the window ends. Parallel attempts in all processes are counted. Must not be called in a transaction,
 * which would hold the counter's row, and a connection, until it ends.
 */
export async function countAttempt(
  db: Database,
  attempt: Attempt,
  limit: number,
): Promise<ServerRefusal | undefined> {
  const key = keyOf(attempt);
  const { totals, retryAfterSeconds } = await addInTurn(db, key, new Map([[key, 1]]));
  if ((totals.get(key) ?? 0) <= limit) return undefined;
  return { ...serverRefusals.tooManyAttempts, retryAfterSeconds };
}

/**
 * Takes numbers from counters of the current window, which don't fall below 0. Inserts like `add`, although nearly all
 * counters exist: an update would read all counters of the window, because Postgres often expects few.
 */
export const takeBack = (db: Database, additions: Additions): Promise<unknown> =>
  db
    .insert(rateLimits)
    .values(inOrder(additions).map(([key]) => ({ key, windowStart, count: 0 })))
    .onConflictDoUpdate({
      target: [rateLimits.key, rateLimits.windowStart],
      set: {
        count: sql`greatest(${rateLimits.count} - (${JSON.stringify(Object.fromEntries(additions))}::jsonb ->> ${rateLimits.key})::int, 0)`,
      },
    });

/** Takes back the count of a successful attempt, because only failures count against an email. */
export const forgiveAttempt = (db: Database, attempt: Attempt): Promise<unknown> =>
  takeBack(db, new Map([[keyOf(attempt), 1]]));

/** Resets a counter after the shopper has proved who they are. */
export const forgetAttempts = (db: Database, attempt: Attempt): Promise<unknown> =>
  db.delete(rateLimits).where(eq(rateLimits.key, keyOf(attempt)));

export const deleteOldAttempts = (db: Database): Promise<unknown> =>
  db.delete(rateLimits).where(lt(rateLimits.windowStart, windowStart));
