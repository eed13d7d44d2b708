import { toPaise } from '@patchwork/domain';
import { and, eq, inArray, isNotNull, isNull, type SQL, sql } from 'drizzle-orm';
import { ago, now } from '../database/expressions.ts';
import { checkouts } from '../database/schema.ts';
import type { PaymentProvider } from '../payment/provider.ts';
import { OtherAccountError, type Queue, sweep } from '../payment/sweep.ts';
import {
  type CheckoutRow,
  checkoutFields,
  endOf,
  isAt,
  isAtSql,
  OTHER_ACCOUNT_GRACE_MS,
} from '../rows/checkout-row.ts';
import { applyFindings, findPayment, type Settling } from './settle.ts';

/* Settles ended checkouts and refunds payments. */

/**
 * Returns the latest due time of the rows to work on: the current time for rows of this process's account, and
 * OTHER_ACCOUNT_GRACE_MS earlier for rows of another account, so that processes with that account can handle them
 * first.
 */
export const dueTime = (provider: PaymentProvider): SQL =>
  sql`case when ${isAtSql(provider)} then ${now} else ${ago(OTHER_ACCOUNT_GRACE_MS)} end`;

const queue: Queue<CheckoutRow> = {
  table: checkouts,
  key: checkouts.key,
  keyOf: ({ key }) => key,
  read: (db, isClaimed) => db.select(checkoutFields).from(checkouts).where(isClaimed),
};

/** Settles checkouts that have ended but are still open. */
export const settleOverdue = (
  { db, provider, log }: Settling,
  signal?: AbortSignal,
): Promise<void> =>
  sweep(
    db,
    {
      queue,
      isDue: and(
        eq(checkouts.status, 'open'),
        sql`${checkouts.nextAttemptAt} <= ${dueTime(provider)}`,
        sql`${endOf} <= ${dueTime(provider)}`,
      ),
      ask: (row) => findPayment(provider, row),
      write: (findings) => applyFindings({ db, provider, log }, findings, 'whenOver'),
      fail: ({ key: checkout }, error) =>
        log.warn({ err: error, checkout }, 'A checkout could not be settled; it is tried again'),
    },
    signal,
  );

/**
 * Refunds late payments, whose checkouts are closed and can no longer become orders. Later sweeps retry a failed refund
 * until it succeeds.
 */
export const giveBackPayments = (
  { db, provider, log }: Settling,
  signal?: AbortSignal,
): Promise<void> =>
  sweep(
    db,
    {
      queue,
      isDue: and(
        eq(checkouts.status, 'closed'),
        isNotNull(checkouts.paymentId),
        isNull(checkouts.refundedAt),
        sql`${checkouts.nextAttemptAt} <= ${dueTime(provider)}`,
      ),
      async ask(row) {
        if (row.paymentId === null) return;
        if (!isAt(provider, row))
          throw new OtherAccountError(`It was made at ${row.account ?? row.provider}`);
        const amountPaise = toPaise(row.total);
        await provider.refund({
          paymentId: row.paymentId,
          amountPaise,
          key: `refund-${row.paymentId}`,
        });
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
