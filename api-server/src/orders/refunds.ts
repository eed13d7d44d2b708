import { toPaise } from '@patchwork/domain';
import { and, eq, isNull, type SQL, sql } from 'drizzle-orm';
import type { Settling } from '../checkout/settle.ts';
import { dueTime } from '../checkout/sweep.ts';
import type { Database } from '../database/database.ts';
import { checkouts, orders, refunds } from '../database/schema.ts';
import { OtherAccountError, type Queue, sweep } from '../payment/sweep.ts';
import { isAt } from '../rows/checkout-row.ts';
import { type ChangedOrder, confirmRefund } from './change-order.ts';

/** Reads refunds with the payment of their order and the provider account that received it. */
const readRefunds = (db: Database, isClaimed: SQL) =>
  db
    .select({
      refund: refunds,
      payment: orders.paymentReference,
      at: { provider: checkouts.provider, account: checkouts.account },
    })
    .from(refunds)
    .innerJoin(orders, eq(orders.id, refunds.orderId))
    .innerJoin(checkouts, eq(checkouts.key, refunds.orderId))
    .where(isClaimed);

type RefundRow = Awaited<ReturnType<typeof readRefunds>>[number];

const queue: Queue<RefundRow> = {
  table: refunds,
  key: refunds.id,
  keyOf: ({ refund }) => refund.id,
  read: readRefunds,
};

/**
 * Pays due refunds. A refund's id is its idempotency key at the provider, so a refund whose response or confirmation
 * was lost can be requested again without being paid twice.
 */
const pay = (
  { db, provider, log }: Settling,
  condition: SQL | undefined,
  signal?: AbortSignal,
): Promise<void> =>
  sweep(
    db,
    {
      queue,
      isDue: and(
        condition,
        isNull(refunds.refundedAt),
        // An operator pays what was paid in cash.
        eq(refunds.byHand, false),
        sql`${refunds.nextAttemptAt} <=
          (select ${dueTime(provider)} from ${checkouts}
            where ${checkouts.key} = ${refunds.orderId} and ${checkouts.provider} <> 'cod')`,
      ),
      async ask({ refund: { id, amount }, payment, at }) {
        if (!isAt(provider, at))
          throw new OtherAccountError(`It was paid at ${at.account ?? at.provider}`);
        await provider.refund({ paymentId: payment, amountPaise: toPaise(amount), key: id });
      },
      async write(paid) {
        for (const [{ refund }] of paid) await confirmRefund(db, refund);
      },
      fail: ({ refund: { id, orderId }, payment }, error) =>
        log.error(
          { err: error, refund: id, order: orderId, payment },
          'A refund could not be paid; it is tried again',
        ),
    },
    signal,
  );

export const payDueRefunds = (services: Settling, signal?: AbortSignal): Promise<void> =>
  pay(services, undefined, signal);

/**
 * Pays a changed order's due refunds immediately. If the provider fails, doesn't throw: `payDueRefunds` retries them.
 */
export async function payRefunds(services: Settling, { order, event }: ChangedOrder) {
  if (event) await pay(services, eq(refunds.orderId, order.id));
}
