import { and, asc, eq, inArray } from 'drizzle-orm';
import type { Logger } from 'pino';
import type { Database } from '../database/database.ts';
import { checkouts } from '../database/schema.ts';
import { providerOf } from '../payment/cash-on-delivery.ts';
import type { PaymentFinding, PaymentProvider } from '../payment/provider.ts';
import { type CheckoutRow, checkoutFields, isAt } from '../rows/checkout-row.ts';
import { makeOrder } from './make-order.ts';
import { changeStock } from './stock.ts';

/** What it takes to settle a payment. */
export interface Settling {
  readonly db: Database;
  readonly provider: PaymentProvider;
  readonly log: Logger;
}

/** Releases the pieces that open checkouts have reserved. The checkouts' rows must be locked. */
export const freeHeld = (tx: Database, open: readonly CheckoutRow[]): Promise<void> =>
  changeStock(
    tx,
    open.flatMap((row) => row.lines),
    'free',
  );

/** Closes the checkouts with these keys that are still open, in one transaction. */
const closeCheckouts = (db: Database, keys: readonly string[]): Promise<void> =>
  db.transaction(async (tx) => {
    const isOpen = and(inArray(checkouts.key, [...keys]), eq(checkouts.status, 'open'));
    const open = await tx
      .select(checkoutFields)
      .from(checkouts)
      .where(isOpen)
      .orderBy(asc(checkouts.key))
      .for('update');
    if (open.length === 0) return;
    await freeHeld(tx, open);
    await tx.update(checkouts).set({ status: 'closed' }).where(isOpen);
  });

/**
 * Asks the provider whether a checkout was paid. Without asking, returns 'unpaid' if the provider hasn't created an
 * order, and 'unknown' if the checkout belongs to another account. Throws a ProviderError.
 */
export async function findPayment(own: PaymentProvider, row: CheckoutRow): Promise<PaymentFinding> {
  const provider = providerOf(own, row);
  if (row.providerOrderId === null) return { kind: 'unpaid' };
  if (!isAt(provider, row)) return { kind: 'unknown' };
  return provider.findPayment(row.providerOrderId);
}

/** Open checkout and the provider's answer about its payment. */
export type Finding = readonly [CheckoutRow, PaymentFinding];

function mayClose([row, { kind }]: Finding, close: 'always' | 'whenOver'): boolean {
  if (kind === 'paid') return false;
  return close === 'always' || (kind === 'unpaid' ? row.isOver : row.isAbandoned);
}

/**
 * Creates the orders of paid checkouts and closes the others. With 'whenOver', closes a checkout only if it has ended
 * or, if its payment is unknown, only if it is abandoned. Any process may do this at any time.
 */
export async function applyFindings(
  { db, log }: Settling,
  findings: readonly Finding[],
  close: 'always' | 'whenOver',
): Promise<void> {
  for (const [{ key }, finding] of findings) {
    if (finding.kind === 'paid') await makeOrder(db, key, finding.paymentId);
  }
  const closing = findings.filter((finding) => mayClose(finding, close));
  if (closing.length === 0) return;
  await closeCheckouts(
    db,
    closing.map(([{ key }]) => key),
  );
  for (const [row, { kind }] of closing) {
    if (kind !== 'unknown') continue;
    const { key: checkout, provider, account, providerOrderId: order } = row;
    log.warn(
      { checkout, provider, account, order },
      'A checkout of another payment account was closed without asking whether it was paid',
    );
  }
}

/**
 * Asks the provider about a checkout, then creates its order or closes it if `close` allows. Does nothing if the
 * checkout is not open. Throws a ProviderError.
 */
export async function settle(
  services: Settling,
  row: CheckoutRow,
  close: 'always' | 'whenOver',
): Promise<void> {
  if (row.status !== 'open') return;
  await applyFindings(services, [[row, await findPayment(services.provider, row)]], close);
}
