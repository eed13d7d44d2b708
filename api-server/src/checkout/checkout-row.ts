import type { WireCheckout } from '@patchwork/api/wire';
import { and, eq, getTableColumns, type SQL, sql } from 'drizzle-orm';
import type { Database } from '../database/database.ts';
import { ago, interval, now } from '../database/expressions.ts';
import { checkouts } from '../database/schema.ts';
import type { PaymentProvider } from '../payment/provider.ts';

/** Time for the provider to make its order. A checkout that has none by then is given up. */
export const ORDER_TIMEOUT_MS = 60_000;

/**
 * A checkout of another account is left to the processes that know the account for so long after its end.
 * While a shop changes its account process by process, both are at work.
 */
export const OTHER_ACCOUNT_GRACE_MS = 15 * 60_000;

/** When the checkout can't be paid any more, or has waited too long for the provider's order. */
export const endOf: SQL<Date> = sql`case
  when ${checkouts.providerOrderId} is null
  then ${checkouts.openedAt} + ${interval(ORDER_TIMEOUT_MS)}
  else ${checkouts.expiresAt} end`;

/** All that the program reads of a checkout. */
export const checkoutFields = {
  ...getTableColumns(checkouts),
  isOver: sql<boolean>`${endOf} <= ${now}`,
  /** Over, and the time of those who know its account is over too. */
  isAbandoned: sql<boolean>`${endOf} <= ${ago(OTHER_ACCOUNT_GRACE_MS)}`,
};

export interface CheckoutRow extends Readonly<typeof checkouts.$inferSelect> {
  readonly isOver: boolean;
  readonly isAbandoned: boolean;
}

/** A checkout whose order the provider has made. */
export type PayableRow = CheckoutRow & { readonly providerOrderId: string };

export const isPayable = (row: CheckoutRow): row is PayableRow => row.providerOrderId !== null;

type Account = Pick<PaymentProvider, 'name' | 'keyId'>;

/** The fields of a checkout that say where its order is. */
export const accountFields = ({ name, keyId }: Account) => ({
  provider: name,
  account: keyId ?? null,
});

/**
 * Whether the provider of this process can be asked about the checkout. One without an account was opened at
 * the simulator, or before accounts were stored.
 */
export const isAt = ({ name, keyId }: Account, { provider, account }: CheckoutRow): boolean =>
  provider === name && (account === null || account === keyId);

/** `isAt` in SQL. */
export const isAtSql = ({ name, keyId }: Account): SQL =>
  sql`(${checkouts.provider} = ${name} and coalesce(${checkouts.account}, ${keyId ?? ''}) = ${keyId ?? ''})`;

/** A checkout in the API's format. */
export const toWireCheckout = (row: PayableRow, account: Account): WireCheckout => ({
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
    // The order of another account is not paid by the key of this one.
    ...(isAt(account, row) && account.keyId !== undefined && { keyId: account.keyId }),
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
    .select(checkoutFields)
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
    .select(checkoutFields)
    .from(checkouts)
    .where(and(eq(checkouts.shopperId, shopperId), eq(checkouts.status, 'open')));
  return row;
}

/** The checkout as it is now; until the transaction ends no other one changes it. */
export async function lockCheckout(transaction: Database, key: string): Promise<CheckoutRow> {
  const [row] = await transaction
    .select(checkoutFields)
    .from(checkouts)
    .where(eq(checkouts.key, key))
    .for('update');
  if (!row) throw new Error('A checkout disappeared');
  return row;
}
