import type { WireCheckout } from '@patchwork/api/wire';
import { and, eq, getTableColumns, type SQL, sql } from 'drizzle-orm';
import type { Database } from '../database/database.ts';
import { ago, interval, now } from '../database/expressions.ts';
import { checkouts } from '../database/schema.ts';
import type { PaymentProvider } from '../payment/provider.ts';

/** Time that the provider has to make its order. A checkout that has none by then is given up. */
export const ORDER_TIMEOUT_MS = 60_000;

/**
 * Time for which a checkout of another account is left, after its end, to the processes that know that account: while a
 * shop changes its account process by process, both accounts are in use.
 */
export const OTHER_ACCOUNT_GRACE_MS = 15 * 60_000;

/** Time from which the checkout can't be paid any more, or has waited too long for the provider's order. */
export const endOf: SQL<Date> = sql`case
  when ${checkouts.providerOrderId} is null
  then ${checkouts.openedAt} + ${interval(ORDER_TIMEOUT_MS)}
  else ${checkouts.expiresAt} end`;

/** Columns of a checkout that the program reads, and fields that it computes. */
export const checkoutFields = {
  ...getTableColumns(checkouts),
  isOver: sql<boolean>`${endOf} <= ${now}`,
  /** Whether it has been over for so long that processes without its account may close it. */
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

/** Returns the columns of a checkout that name the provider and the account of its order. */
export const accountFields = ({ name, keyId }: Account) => ({
  provider: name,
  account: keyId ?? null,
});

/**
 * Whether the provider of this process can be asked about the checkout. A checkout without an account was opened at the
 * simulator, or before accounts were stored.
 */
export const isAt = ({ name, keyId }: Account, { provider, account }: CheckoutRow): boolean =>
  provider === name && (account === null || account === keyId);

/** Returns the condition of `isAt` in SQL. */
export const isAtSql = ({ name, keyId }: Account): SQL =>
  sql`(${checkouts.provider} = ${name} and coalesce(${checkouts.account}, ${keyId ?? ''}) = ${keyId ?? ''})`;

/** Returns a checkout in the API's format. */
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
    // The key of this account can't pay an order of another one.
    ...(isAt(account, row) && account.keyId !== undefined && { keyId: account.keyId }),
  },
});

const uuid = /^[\da-f]{8}-(?:[\da-f]{4}-){3}[\da-f]{12}$/i;

/** Returns the shopper's checkout with this key; undefined if there is none, or if the provider has not made its order. */
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

/** Returns the shopper's open checkout; there is at most one. */
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

/** Locks a checkout and returns it as it is now: no other transaction changes it until this one ends. */
export async function lockCheckout(transaction: Database, key: string): Promise<CheckoutRow> {
  const [row] = await transaction
    .select(checkoutFields)
    .from(checkouts)
    .where(eq(checkouts.key, key))
    .for('update');
  if (!row) throw new Error('A checkout disappeared');
  return row;
}
