import { demoAccount, erasedPerson, err, ok, type Result } from '@patchwork/domain';
import { and, asc, eq, inArray, isNotNull, ne, or, sql } from 'drizzle-orm';
import { type Settling, settle } from '../checkout/settle.ts';
import type { Database } from '../database/database.ts';
import { isReturnAsked, now } from '../database/expressions.ts';
import {
  addresses,
  cartLines,
  checkouts,
  mails,
  mailTokens,
  orders,
  sessions,
  shoppers,
  stockAlerts,
  wishlistLines,
} from '../database/schema.ts';
import { isOfAccount } from '../mail/stock-alerts.ts';
import { type Actor, recordChange } from '../rows/audit.ts';
import { checkoutFields, findOpenCheckout } from '../rows/checkout-row.ts';
import { isRefundDue, isRefundDueByHand } from '../rows/order-row.ts';
import { isThere } from '../rows/shopper-rows.ts';

type Fault =
  | 'shopperUnknown'
  | 'operatorStays'
  | 'checkoutOpen'
  | 'orderUnderWay'
  | 'exchangeOpen'
  | 'cashDue';

const isUnderWay = inArray(orders.status, ['placed', 'packed', 'shipped']);

const isPaidInCash = or(
  isNotNull(orders.cashFee),
  sql`${orders.events} @@ '$[*] ? (@.type == "exchanged").cash > 0'`,
);

/** Condition for orders paid in cash whose shopper gets money back: the operator must be able to reach them. */
const isCashDue = or(
  and(isPaidInCash, isReturnAsked(orders.events)),
  and(isNotNull(orders.cashFee), isRefundDue),
  isRefundDueByHand,
);

/**
 * Settles the shopper's open checkout if it has ended, then deletes the account as `eraseAccount` does. Throws a
 * ProviderError if the payment provider fails.
 */
export async function deleteAccount(
  services: Settling,
  shopperId: string,
  actor?: Actor,
): Promise<Result<Kept, Fault>> {
  const { db } = services;
  const open = await findOpenCheckout(db, shopperId);
  if (open?.isOver) await settle(services, open, 'whenOver');
  return eraseAccount(db, shopperId, { ...(actor && { actor }) });
}

/** Numbers of rows that are kept after the deletion. */
interface Kept {
  readonly orders: number;
  readonly payments: number;
}

interface ErasureOptions {
  /** Operator who deletes the account; undefined if its owner does. */
  readonly actor?: Actor;
  /** Whether to check the deletion without writing it. */
  readonly isDryRun?: boolean;
}

/**
 * Deletes an account. Orders are kept without personal data, because the law requires them. Checkouts are kept so that
 * late payments can be refunded. Refuses for an operator, and while a checkout is open, an order or an exchange is in
 * progress, or money that was paid in cash may have to go back. Treats the demo account as unknown.
 */
export const eraseAccount = (
  db: Database,
  shopperId: string,
  { actor, isDryRun = false }: ErasureOptions,
): Promise<Result<Kept, Fault>> =>
  db.transaction(async (tx) => {
    // Checkouts are locked before the shopper, in the same order as by a late payment, so that no order is created
    // meanwhile.
    const known = await tx
      .select(checkoutFields)
      .from(checkouts)
      .where(eq(checkouts.shopperId, shopperId))
      .orderBy(asc(checkouts.key))
      .for('update');
    const isOwn = eq(shoppers.id, shopperId);
    const [shopper] = await tx
      .select()
      .from(shoppers)
      .where(and(isOwn, isThere, ne(shoppers.emailKey, demoAccount.email)))
      .for('no key update');
    if (!shopper) return err('shopperUnknown');
    if (shopper.role === 'operator') return err('operatorStays');
    if (await findOpenCheckout(tx, shopperId)) return err('checkoutOpen');
    const isOfShopper = eq(orders.shopperId, shopperId);
    if ((await tx.$count(orders, and(isOfShopper, isUnderWay))) > 0) return err('orderUnderWay');
    if ((await tx.$count(orders, and(isOfShopper, eq(orders.hasExchange, true)))) > 0) {
      return err('exchangeOpen');
    }
    if ((await tx.$count(orders, and(isOfShopper, isCashDue))) > 0) return err('cashDue');
    const kept = { orders: await tx.$count(orders, isOfShopper), payments: known.length };
    if (isDryRun) return ok(kept);
    await erase(tx, shopper);
    if (actor) await recordChange(tx, actor, { subject: shopperId, before: null, after: kept });
    return ok(kept);
  });

/** Erases a shopper's personal data. */
async function erase(tx: Database, shopper: typeof shoppers.$inferSelect): Promise<void> {
  const { id, email } = shopper;
  for (const table of [sessions, cartLines, wishlistLines, addresses, mailTokens]) {
    await tx.delete(table).where(eq(table.shopperId, id));
  }
  await tx.delete(stockAlerts).where(isOfAccount(shopper));
  await tx.delete(mails).where(eq(mails.recipient, email));
  const erased = JSON.stringify(erasedPerson);
  for (const table of [orders, checkouts]) {
    await tx
      .update(table)
      .set({ address: sql`${table.address} || ${erased}::jsonb` })
      .where(eq(table.shopperId, id));
  }
  await eraseReasons(tx, id);
  await tx
    .update(shoppers)
    .set({
      // Can't equal any email, because it has no @. The erased email can sign up again.
      ...{ email: '', emailKey: `deleted ${id}`, name: '', firstName: '', lastName: '' },
      ...{ nameKey: '', emailSearchKey: '' },
      ...{ profile: {}, passwordHash: '', role: 'shopper', emailConfirmedAt: null },
      ...{ disabledAt: now, updatedAt: now },
    })
    .where(eq(shoppers.id, id));
}

/** Erases the reasons for returns and exchanges, which are the shopper's own words. */
async function eraseReasons(tx: Database, shopperId: string): Promise<void> {
  const returned = await tx
    .select({ id: orders.id, events: orders.events })
    .from(orders)
    .where(
      and(
        eq(orders.shopperId, shopperId),
        sql`${orders.events} @? '$[*] ? (@.type == "returnAsked" || @.type == "exchangeAsked")'`,
      ),
    );
  for (const { id, events } of returned) {
    const erased = events.map((event) =>
      event.type === 'returnAsked' || event.type === 'exchangeAsked'
        ? { ...event, reason: '' }
        : event,
    );
    await tx.update(orders).set({ events: erased }).where(eq(orders.id, id));
  }
}
