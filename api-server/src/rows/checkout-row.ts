import type { WireCheckout } from '@patchwork/api/wire';
import { and, eq, getTableColumns, type SQL, sql } from 'drizzle-orm';
import { buildOnce, type Database } from '../database/database.ts';
import { ago, interval, isUuid, now } from '../database/expressions.ts';
import { checkouts } from '../database/schema.ts';
import { cashOf } from './order-row.ts';

/** Time limit for creating a checkout's order at the provider. Then a checkout without an order ends and is closed. */
export const ORDER_TIMEOUT_MS = 60_000;

/**
 * Time for which processes without a checkout's payment account leave an ended checkout open, unless the shopper
 * cancels it or opens another checkout. While a shop switches accounts process by process, both accounts are in use.
 */
export const OTHER_ACCOUNT_GRACE_MS = 15 * 60_000;

/** Time at which a checkout ends: its expiry or, without a provider's order, ORDER_TIMEOUT_MS after its opening. */
export const endOf: SQL<Date> = sql`case
  when ${checkouts.providerOrderId} is null
  then ${checkouts.openedAt} + ${interval(ORDER_TIMEOUT_MS)}
  else ${checkouts.expiresAt} end`;

/** Whether a checkout can still be paid. */
export const isOpenSql: SQL<boolean> = sql<boolean>`(${checkouts.status} = 'open' and ${endOf} > ${now})`;

export const checkoutFields = {
  ...getTableColumns(checkouts),
  isOver: sql<boolean>`${endOf} <= ${now}`,
  /** Whether the checkout ended so long ago that processes without its account may close it. */
  isAbandoned: sql<boolean>`${endOf} <= ${ago(OTHER_ACCOUNT_GRACE_MS)}`,
};

export interface CheckoutRow extends Readonly<typeof checkouts.$inferSelect> {
  readonly isOver: boolean;
  readonly isAbandoned: boolean;
}

export type PayableRow = CheckoutRow & { readonly providerOrderId: string };

export const isPayable = (row: CheckoutRow): row is PayableRow => row.providerOrderId !== null;

/** Account at a payment provider. */
export interface PaymentAccount {
  readonly name: 'simulator' | 'razorpay' | 'cod';
  /** Public key of the account, used by the page to open the provider's window; undefined for the others. */
  readonly keyId?: string;
}

/** Returns the columns that store at which provider and account a checkout's order was created. */
export const accountFields = ({ name, keyId }: PaymentAccount) => ({
  provider: name,
  account: keyId ?? null,
});

/**
 * Whether this provider account knows the checkout. A checkout without an account was opened at the simulator or before
 * accounts were stored.
 */
export const isAt = (
  { name, keyId }: PaymentAccount,
  { provider, account }: Pick<CheckoutRow, 'provider' | 'account'>,
): boolean => provider === name && (account === null || account === keyId);

/** Returns the condition of `isAt` in SQL. Every process also knows the checkouts with cash on delivery. */
export const isAtSql = ({ name, keyId }: PaymentAccount): SQL =>
  sql`(${checkouts.provider} = 'cod' or ${checkouts.provider} = ${name} and coalesce(${checkouts.account}, ${keyId ?? ''}) = ${keyId ?? ''})`;

/** Returns a checkout in the API's format. */
export const toWireCheckout = (row: PayableRow, account: PaymentAccount): WireCheckout => ({
  key: row.key,
  status: row.status,
  openedAt: row.openedAt.toISOString(),
  expiresAt: row.expiresAt.toISOString(),
  lines: row.lines,
  total: row.total,
  address: row.address,
  ...(row.deliveryDays !== null && { deliveryDays: row.deliveryDays }),
  ...cashOf(row),
  payment: {
    provider: row.provider,
    orderId: row.providerOrderId,
    // A different account's key can't pay this order.
    ...(isAt(account, row) && account.keyId !== undefined && { keyId: account.keyId }),
  },
});

const isOf = eq(checkouts.shopperId, sql.placeholder('shopperId'));

const checkoutQuery = buildOnce((db) =>
  db
    .select(checkoutFields)
    .from(checkouts)
    .where(and(eq(checkouts.key, sql.placeholder('key')), isOf))
    .prepare('findCheckout'),
);

/**
 * Returns the shopper's checkout with this key; undefined if there is none or the provider hasn't created the
 * checkout's order.
 */
export async function findCheckout(
  db: Database,
  shopperId: string,
  key: string,
): Promise<PayableRow | undefined> {
  if (!isUuid(key)) return undefined;
  const [row] = await checkoutQuery(db).execute({ shopperId, key });
  return row && isPayable(row) ? row : undefined;
}

/** Returns the shopper's open checkout, of which there is at most one. */
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

const lockQuery = buildOnce((db) =>
  db
    .select(checkoutFields)
    .from(checkouts)
    .where(eq(checkouts.key, sql.placeholder('key')))
    .for('update')
    .prepare('lockCheckout'),
);

/** Locks a checkout until the end of the transaction, and returns its current state. Throws if it has been deleted. */
export async function lockCheckout(transaction: Database, key: string): Promise<CheckoutRow> {
  const [row] = await lockQuery(transaction).execute({ key });
  if (!row) throw new Error('A checkout disappeared');
  return row;
}
