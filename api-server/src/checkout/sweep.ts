import { toPaise } from '@patchwork/domain';
import { and, asc, eq, inArray, isNotNull, isNull, type SQL, sql } from 'drizzle-orm';
import type { Database } from '../database/database.ts';
import { ago, fromNow, now } from '../database/expressions.ts';
import { checkouts } from '../database/schema.ts';
import type { Services } from '../services.ts';
import {
  type CheckoutRow,
  checkoutFields,
  endOf,
  isAt,
  isAtSql,
  OTHER_ACCOUNT_GRACE_MS,
} from './checkout-row.ts';
import { applyFindings, findPayment } from './settle.ts';

/*
 * Settles checkouts whose time is over, and gives payments back. Each process takes rows that no other has taken, a
 * batch at a time. A row that fails waits longer each time, and does not hold up the others.
 */

type Sweeping = Pick<Services, 'db' | 'provider' | 'log'>;

const BATCH_SIZE = 100;

/** Maximum number of requests to the provider at once. */
const CONCURRENT_CALLS = 20;

/** Time for which a process has a batch to itself: longer than a batch takes if every call to the provider times out. */
const CLAIM_MS = 5 * 60_000;

/** Time after which a sweep begins no further batch, because the next sweep is near. */
const SWEEP_MS = 45_000;

/** First wait after a failure. Each further wait is twice as long as the one before, up to 64 times this. */
const BACKOFF_MS = 60_000;

/**
 * Returns the latest due time of the rows to take: now for rows of this account, OTHER_ACCOUNT_GRACE_MS ago for rows of
 * another one, because the processes of that account take them first.
 */
const dueTime = ({ provider }: Sweeping): SQL =>
  sql`case when ${isAtSql(provider)} then ${now} else ${ago(OTHER_ACCOUNT_GRACE_MS)} end`;

/** Takes a batch of due rows that meet the condition. No other process takes them until the claim ends. */
function claim(sweeping: Sweeping, condition: SQL | undefined): Promise<CheckoutRow[]> {
  const { db } = sweeping;
  const due = db
    .select({ key: checkouts.key })
    .from(checkouts)
    // The first comparison can use the index.
    .where(
      and(
        condition,
        sql`${checkouts.nextAttemptAt} <= ${now}`,
        sql`${checkouts.nextAttemptAt} <= ${dueTime(sweeping)}`,
      ),
    )
    .orderBy(asc(checkouts.nextAttemptAt))
    .limit(BATCH_SIZE)
    .for('update', { skipLocked: true });
  return (
    db
      .update(checkouts)
      .set({ nextAttemptAt: fromNow(CLAIM_MS) })
      // The subquery is in an array, where it runs once; in a join it could run, and be limited, more than once.
      .where(sql`${checkouts.key} = any(array(${due}))`)
      .returning(checkoutFields)
  );
}

const putOff = (db: Database, { key, attempts }: CheckoutRow): Promise<unknown> =>
  db
    .update(checkouts)
    .set({
      attempts: attempts + 1,
      nextAttemptAt: fromNow(BACKOFF_MS * 2 ** Math.min(attempts, 6)),
    })
    .where(eq(checkouts.key, key));

interface Task<T> {
  readonly isDue: SQL | undefined;
  /** Asks the provider about a row. Called for many rows at once. */
  readonly ask: (row: CheckoutRow) => Promise<T>;
  /** Writes the answers. Writing the same ones again changes nothing. */
  readonly write: (answers: readonly (readonly [CheckoutRow, T])[]) => Promise<unknown>;
  readonly fail: (row: CheckoutRow, error: unknown) => void;
}

/** Asks about the rows of a batch. Returns the answers, except for rows that fail or come after the signal. */
async function askAll<T>(
  { db }: Sweeping,
  rows: readonly CheckoutRow[],
  { ask, fail }: Task<T>,
  signal: AbortSignal,
): Promise<readonly (readonly [CheckoutRow, T])[]> {
  const answers: [CheckoutRow, T][] = [];
  const waiting = rows.values();
  const work = async (): Promise<void> => {
    for (const row of waiting) {
      if (signal.aborted) return;
      try {
        answers.push([row, await ask(row)]);
      } catch (error) {
        fail(row, error);
        await putOff(db, row);
      }
    }
  };
  await Promise.all(Array.from({ length: CONCURRENT_CALLS }, work));
  return answers;
}

/** Writes answers together. If that fails, writes each half by itself, down to the row that can't be written. */
async function writeAll<T>(
  sweeping: Sweeping,
  answers: readonly (readonly [CheckoutRow, T])[],
  task: Task<T>,
): Promise<void> {
  const [first] = answers;
  if (!first) return;
  try {
    await task.write(answers);
  } catch (error) {
    const half = Math.floor(answers.length / 2);
    if (half > 0) {
      await writeAll(sweeping, answers.slice(0, half), task);
      return writeAll(sweeping, answers.slice(half), task);
    }
    task.fail(first[0], error);
    await putOff(sweeping.db, first[0]);
  }
}

async function sweep<T>(sweeping: Sweeping, task: Task<T>, signal: AbortSignal): Promise<void> {
  const end = performance.now() + SWEEP_MS;
  let rows: readonly CheckoutRow[];
  do {
    rows = await claim(sweeping, task.isDue);
    await writeAll(sweeping, await askAll(sweeping, rows, task, signal), task);
  } while (rows.length === BATCH_SIZE && !signal.aborted && performance.now() < end);
}

/** Settles the open checkouts whose time is over. */
export const settleOverdue = (
  sweeping: Sweeping,
  signal: AbortSignal = new AbortController().signal,
): Promise<void> =>
  sweep(
    sweeping,
    {
      isDue: and(eq(checkouts.status, 'open'), sql`${endOf} <= ${dueTime(sweeping)}`),
      ask: (row) => findPayment(sweeping.provider, row),
      write: (findings) => applyFindings(sweeping, findings, 'whenOver'),
      fail: ({ key: checkout }, error) =>
        sweeping.log.warn(
          { err: error, checkout },
          'A checkout could not be settled; it is tried again',
        ),
    },
    signal,
  );

/** Gives back payments for checkouts that had been closed and whose pieces were sold to others. Retried until it works. */
export const giveBackPayments = (
  { db, provider, log }: Sweeping,
  signal: AbortSignal = new AbortController().signal,
): Promise<void> =>
  sweep(
    { db, provider, log },
    {
      isDue: and(
        eq(checkouts.status, 'closed'),
        isNotNull(checkouts.paymentId),
        isNull(checkouts.refundedAt),
      ),
      async ask(row) {
        if (row.paymentId === null) return;
        if (!isAt(provider, row)) throw new Error(`It was made at ${row.account ?? row.provider}`);
        await provider.refund({ paymentId: row.paymentId, amountPaise: toPaise(row.total) });
      },
      write: (given) =>
        db
          .update(checkouts)
          .set({ refundedAt: now })
          .where(
            inArray(
              checkouts.key,
              given.map(([{ key }]) => key),
            ),
          ),
      fail: ({ key: checkout, paymentId: payment }, error) =>
        log.error(
          { err: error, checkout, payment },
          'A payment could not be given back; it is tried again',
        ),
    },
    signal,
  );
