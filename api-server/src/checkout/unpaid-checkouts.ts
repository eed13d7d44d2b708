import { CHECKOUT_LIFETIME_MS } from '@patchwork/domain';
import { and, count, eq, gt, isNull, max, sql } from 'drizzle-orm';
import { ago } from '../database/clock.ts';
import type { Database } from '../database/database.ts';
import { checkouts } from '../database/schema.ts';
import { type ServerRefusal, serverRefusals } from '../refusals.ts';

const WINDOW_MS = 24 * 3_600_000;

/** So many may be left unpaid within the window before the next one has to wait. */
const FREE_COUNT = 5;

/**
 * Refuses to open a checkout to a shopper who has left many unpaid, cancelled or not: an open one holds its
 * pieces. The wait is counted from the last opening, and each unpaid one makes it a checkout's lifetime longer.
 */
export async function refuseAfterUnpaid(
  db: Database,
  shopperId: string,
): Promise<ServerRefusal | undefined> {
  const [unpaid] = await db
    .select({
      count: count(),
      sinceLastSeconds: sql<number>`extract(epoch from now() - ${max(checkouts.openedAt)})::float8`,
    })
    .from(checkouts)
    .where(
      and(
        eq(checkouts.shopperId, shopperId),
        gt(checkouts.openedAt, ago(WINDOW_MS)),
        eq(checkouts.status, 'closed'),
        isNull(checkouts.paymentId),
      ),
    );
  if (!unpaid || unpaid.count < FREE_COUNT) return undefined;
  const waitSeconds = ((unpaid.count - FREE_COUNT + 1) * CHECKOUT_LIFETIME_MS) / 1000;
  const retryAfterSeconds = Math.ceil(waitSeconds - unpaid.sinceLastSeconds);
  if (retryAfterSeconds <= 0) return undefined;
  return serverRefusals.tooManyUnpaid(retryAfterSeconds);
}
