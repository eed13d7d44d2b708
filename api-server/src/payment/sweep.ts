import { and, asc, eq, inArray, lte, type SQL, sql } from 'drizzle-orm';
import type { PgColumn } from 'drizzle-orm/pg-core';
import type { Database } from '../database/database.ts';
import { fromNow, now } from '../database/expressions.ts';
import type { checkouts, refunds } from '../database/schema.ts';

/*
 * Background work on rows that wait for another system. Each process claims rows in batches. A failed row is retried
 * with increasing delays and does not block the others.
 */

const BATCH_SIZE = 100;

/** Maximum number of concurrent requests to the other system. */
const CONCURRENT_CALLS = 20;

/** Duration of a claim: longer than a batch takes even if every request times out. */
const CLAIM_MS = 5 * 60_000;

/** Time after which a sweep starts no further batch, because the next sweep is due soon. */
const SWEEP_MS = 45_000;

/** Delay after the first failure. The delay doubles with each further failure, up to 64 times this delay. */
const BACKOFF_MS = 60_000;

/** Table of rows that wait for another system, and how to read them. */
export interface Queue<TRow> {
  readonly table: typeof checkouts | typeof refunds;
  readonly key: PgColumn;
  readonly keyOf: (row: TRow) => string;
  readonly read: (db: Database, isClaimed: SQL) => Promise<readonly TRow[]>;
}

/** Work to be done on a queue's rows. */
export interface Task<TRow, TAnswer> {
  readonly queue: Queue<TRow>;
  readonly isDue: SQL | undefined;
  /** Sends the request for a row. Called concurrently for many rows. */
  readonly ask: (row: TRow) => Promise<TAnswer>;
  /** Writes the answers. Must be idempotent. */
  readonly write: (answers: readonly (readonly [TRow, TAnswer])[]) => Promise<unknown>;
  readonly fail: (row: TRow, error: unknown) => void;
}

/** Error of a row that only a process with another payment account can handle. */
export class OtherAccountError extends Error {}

/** Returns the queue's table, typed with the columns that all queues share. */
const tableOf = <TRow>({ table }: Queue<TRow>) => table as typeof refunds;

/** Claims a batch of due rows. No other process takes them until the claim expires. */
async function claim<TRow>(
  db: Database,
  queue: Queue<TRow>,
  isDue: SQL | undefined,
): Promise<readonly TRow[]> {
  const table = tableOf(queue);
  const due = db
    .select({ key: queue.key })
    .from(table)
    // This comparison with the current time can use the index.
    .where(and(isDue, lte(table.nextAttemptAt, now)))
    .orderBy(asc(table.nextAttemptAt))
    .limit(BATCH_SIZE)
    .for('update', { skipLocked: true });
  const claimed = await db
    .update(table)
    .set({ nextAttemptAt: fromNow(CLAIM_MS) })
    // Inside `array(…)`, the subquery runs only once; in a join, it could run and be limited more than once.
    .where(sql`${queue.key} = any(array(${due}))`)
    .returning({ key: queue.key });
  if (claimed.length === 0) return [];
  return queue.read(
    db,
    inArray(
      queue.key,
      claimed.map(({ key }) => key),
    ),
  );
}

/**
 * Delays a row after a failure, but not for processes with its payment account if this one lacks it. The number of
 * attempts is counted in the database.
 */
function putOff<TRow>(
  db: Database,
  queue: Queue<TRow>,
  row: TRow,
  error: unknown,
): Promise<unknown> {
  const table = tableOf(queue);
  const delayed = {
    attempts: sql`${table.attempts} + 1`,
    nextAttemptAt: sql`now() + ${BACKOFF_MS} * power(2, least(${table.attempts}, 6)) * interval '1 millisecond'`,
  };
  return db
    .update(table)
    .set(error instanceof OtherAccountError ? { nextAttemptAt: now } : delayed)
    .where(eq(queue.key, queue.keyOf(row)));
}

/**
 * Sends the request for each row of a batch, and returns the answers; a failed row is passed to `fail` and delayed.
 * Sends no further requests once the signal is aborted.
 */
async function askAll<TRow, TAnswer>(
  db: Database,
  rows: readonly TRow[],
  { queue, ask, fail }: Task<TRow, TAnswer>,
  signal: AbortSignal,
): Promise<readonly (readonly [TRow, TAnswer])[]> {
  const answers: [TRow, TAnswer][] = [];
  const waiting = rows.values();
  const work = async (): Promise<void> => {
    for (const row of waiting) {
      if (signal.aborted) return;
      try {
        answers.push([row, await ask(row)]);
      } catch (error) {
        fail(row, error);
        await putOff(db, queue, row, error);
      }
    }
  };
  await Promise.all(Array.from({ length: CONCURRENT_CALLS }, work));
  return answers;
}

/**
 * Writes all answers in one call. If that fails, retries each half separately, down to the rows that can't be written.
 */
async function writeAll<TRow, TAnswer>(
  db: Database,
  answers: readonly (readonly [TRow, TAnswer])[],
  task: Task<TRow, TAnswer>,
): Promise<void> {
  const [first] = answers;
  if (!first) return;
  try {
    await task.write(answers);
  } catch (error) {
    const half = Math.floor(answers.length / 2);
    if (half > 0) {
      await writeAll(db, answers.slice(0, half), task);
      return writeAll(db, answers.slice(half), task);
    }
    task.fail(first[0], error);
    await putOff(db, task.queue, first[0], error);
  }
}

/**
 * Processes due rows in batches, until all are done, SWEEP_MS have passed or the signal is aborted. A row that fails is
 * passed to `fail` and retried by a later sweep.
 */
export async function sweep<TRow, TAnswer>(
  db: Database,
  task: Task<TRow, TAnswer>,
  signal: AbortSignal = new AbortController().signal,
): Promise<void> {
  const end = performance.now() + SWEEP_MS;
  let rows: readonly TRow[];
  do {
    rows = await claim(db, task.queue, task.isDue);
    await writeAll(db, await askAll(db, rows, task, signal), task);
  } while (rows.length === BATCH_SIZE && !signal.aborted && performance.now() < end);
}
