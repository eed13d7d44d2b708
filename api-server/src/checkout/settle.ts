import { toPaise } from '@patchwork/domain';
import { and, eq, isNotNull, isNull, lt } from 'drizzle-orm';
import type { Database } from '../database/database.ts';
import { checkouts } from '../database/schema.ts';
import type { Services } from '../services.ts';
import { type CheckoutRow, lockCheckout } from './checkout-row.ts';
import { makeOrder } from './make-order.ts';
import { changeStock, lockProducts } from './stock.ts';

type Settling = Pick<Services, 'db' | 'provider' | 'log'>;

/** How long the provider may take to make its order; a checkout without one is given up after that. */
const ORDER_TIMEOUT_MS = 60_000;

/** Past its time, or left without the provider's order by a process that was killed. */
export function isOver({ expiresAt, openedAt, providerOrderId }: CheckoutRow): boolean {
  const end =
    providerOrderId === null ? openedAt.getTime() + ORDER_TIMEOUT_MS : expiresAt.getTime();
  return end <= Date.now();
}

/** Frees what an open checkout holds, which is locked. */
export async function freeHeld(tx: Database, { status, lines }: CheckoutRow): Promise<void> {
  if (status !== 'open') return;
  await lockProducts(
    tx,
    lines.map(({ _id }) => _id),
  );
  await changeStock(tx, lines, 'free');
}

/** One that was paid meanwhile stays paid. */
const closeCheckout = (db: Database, key: string): Promise<void> =>
  db.transaction(async (tx) => {
    const row = await lockCheckout(tx, key);
    if (row.status !== 'open') return;
    await freeHeld(tx, row);
    await tx.update(checkouts).set({ status: 'closed' }).where(eq(checkouts.key, key));
  });

/**
 * Asks the provider about an open checkout. If it was paid, its order is made; else it is closed where
 * `close` says so. Any process may do this at any time. Throws a ProviderError.
 */
export async function settle(
  services: Settling,
  row: CheckoutRow,
  close: (row: CheckoutRow) => boolean,
): Promise<void> {
  if (row.status !== 'open') return;
  const { db, provider } = services;
  const paymentId =
    row.providerOrderId === null ? undefined : await provider.findPayment(row.providerOrderId);
  if (paymentId !== undefined) await recordPayment(services, row, paymentId);
  else if (close(row)) await closeCheckout(db, row.key);
}

/** Makes the order of a payment that the provider vouches for, or gives the payment back. */
export async function recordPayment(
  services: Settling,
  row: CheckoutRow,
  paymentId: string,
): Promise<Awaited<ReturnType<typeof makeOrder>>> {
  const made = await makeOrder(services.db, row.key, paymentId);
  if (made === 'soldOut') await giveBackPayments(services);
  return made;
}

/** Gives back what was paid for checkouts that had been closed and sold to others. Tried until it works. */
export async function giveBackPayments({ db, provider, log }: Settling): Promise<void> {
  const owed = await db
    .select()
    .from(checkouts)
    .where(
      and(
        eq(checkouts.status, 'closed'),
        isNotNull(checkouts.paymentId),
        isNull(checkouts.refundedAt),
        eq(checkouts.provider, provider.name),
      ),
    );
  for (const { key, paymentId, total } of owed) {
    if (paymentId === null) continue;
    try {
      await provider.refund({ paymentId, amountPaise: toPaise(total) });
      await db.update(checkouts).set({ refundedAt: new Date() }).where(eq(checkouts.key, key));
    } catch (error) {
      log.error(
        { err: error, checkout: key },
        'A payment could not be given back; it is tried again',
      );
    }
  }
}

const SWEEP_SIZE = 50;

/** Settles the checkouts whose time is over. Two processes may do so at once: what is done stays done. */
export async function settleOverdue(services: Settling): Promise<void> {
  const rows = await services.db
    .select()
    .from(checkouts)
    .where(
      and(
        eq(checkouts.status, 'open'),
        eq(checkouts.provider, services.provider.name),
        lt(checkouts.openedAt, new Date(Date.now() - ORDER_TIMEOUT_MS)),
      ),
    )
    .orderBy(checkouts.expiresAt)
    .limit(SWEEP_SIZE);
  for (const row of rows.filter(isOver)) {
    try {
      await settle(services, row, isOver);
    } catch (error) {
      services.log.warn({ err: error, checkout: row.key }, 'A checkout could not be settled');
    }
  }
}
