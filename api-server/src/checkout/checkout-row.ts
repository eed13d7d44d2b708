import type { WireCheckout } from '@patchwork/api/wire';
import { and, eq } from 'drizzle-orm';
import type { Database } from '../database/database.ts';
import { checkouts } from '../database/schema.ts';
import type { PaymentProvider } from '../payment/provider.ts';

export type CheckoutRow = typeof checkouts.$inferSelect;

/** One whose order the provider has made. */
export type PayableRow = CheckoutRow & { readonly providerOrderId: string };

export const isPayable = (row: CheckoutRow): row is PayableRow => row.providerOrderId !== null;

/** A checkout in the API's format. */
export const toWireCheckout = (
  row: PayableRow,
  { name, keyId }: Pick<PaymentProvider, 'name' | 'keyId'>,
): WireCheckout => ({
  key: row.key,
  status: row.status,
  openedAt: row.openedAt.toISOString(),
  expiresAt: row.expiresAt.toISOString(),
  lines: row.lines,
  total: row.total,
  address: row.address,
  payment: {
    provider: row.provider,
    orderId: row.providerOrderId,
    // One that was opened before the shop changed its provider is not paid by the new one's key.
    ...(row.provider === name && keyId !== undefined && { keyId }),
  },
});

const uuid = /^[\da-f]{8}-(?:[\da-f]{4}-){3}[\da-f]{12}$/i;

/** The shopper's checkout of this key. One whose order could not be made at the provider is none. */
export async function findCheckout(
  db: Database,
  shopperId: string,
  key: string,
): Promise<PayableRow | undefined> {
  if (!uuid.test(key)) return undefined;
  const [row] = await db
    .select()
    .from(checkouts)
    .where(and(eq(checkouts.key, key), eq(checkouts.shopperId, shopperId)));
  return row && isPayable(row) ? row : undefined;
}

/** The shopper's open checkout: there is at most one. */
export async function findOpenCheckout(
  db: Database,
  shopperId: string,
): Promise<CheckoutRow | undefined> {
  const [row] = await db
    .select()
    .from(checkouts)
    .where(and(eq(checkouts.shopperId, shopperId), eq(checkouts.status, 'open')));
  return row;
}

/** The checkout as it is now; until the transaction ends no other one changes it. */
export async function lockCheckout(transaction: Database, key: string): Promise<CheckoutRow> {
  const [row] = await transaction
    .select()
    .from(checkouts)
    .where(eq(checkouts.key, key))
    .for('update');
  if (!row) throw new Error('A checkout disappeared');
  return row;
}
