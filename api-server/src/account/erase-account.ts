import { demoAccount, erasedPerson, err, ok, type Result } from '@patchwork/domain';
import { and, asc, desc, eq, gt, inArray, ne, type SQL, sql } from 'drizzle-orm';
import { type Settling, settle } from '../checkout/settle.ts';
import type { Database } from '../database/database.ts';
import { now } from '../database/expressions.ts';
import {
  addresses,
  cartLines,
  checkouts,
  mails,
  mailTokens,
  orders,
  sessions,
  shoppers,
  wishlistLines,
} from '../database/schema.ts';
import { type Actor, recordChange } from '../rows/audit.ts';
import { checkoutFields, findOpenCheckout } from '../rows/checkout-row.ts';
import { toWireOrder } from '../rows/order-row.ts';
import { isThere, readAddresses, readCart, readWishlist } from '../rows/shopper-rows.ts';

/**
 * Returns what is stored about the shopper who meets the condition `isIt`, without password, session ids and tokens.
 * Returns undefined if there is no such shopper. With an `actor`, records the export in the audit.
 */
export const exportAccount = (
  db: Database,
  isIt: SQL,
  returnDays: number,
  actor?: Actor,
): Promise<Record<string, unknown> | undefined> =>
  db.transaction(async (tx) => {
    const [shopper] = await tx.select().from(shoppers).where(and(isIt, isThere));
    if (!shopper) return undefined;
    const { id, name, firstName, lastName, email, profile, createdAt, updatedAt } = shopper;
    const isOwn = { shopperId: id };
    const ordered = await tx
      .select()
      .from(orders)
      .where(eq(orders.shopperId, id))
      .orderBy(desc(orders.placedAt));
    const payments = await tx
      .select({
        ...{ key: checkouts.key, status: checkouts.status, openedAt: checkouts.openedAt },
        ...{ lines: checkouts.lines, total: checkouts.total, address: checkouts.address },
        ...{ provider: checkouts.provider, paymentId: checkouts.paymentId },
        refundedAt: checkouts.refundedAt,
      })
      .from(checkouts)
      .where(eq(checkouts.shopperId, id))
      .orderBy(desc(checkouts.openedAt));
    const logins = await tx
      .select({ expiresAt: sessions.expiresAt })
      .from(sessions)
      .where(and(eq(sessions.shopperId, id), gt(sessions.expiresAt, now)))
      .orderBy(asc(sessions.expiresAt));
    const sent = await tx
      .select({ kind: mails.kind, createdAt: mails.createdAt, sentAt: mails.sentAt })
      .from(mails)
      .where(eq(mails.recipient, email))
      .orderBy(desc(mails.createdAt));
    const data = {
      account: {
        ...{ name, firstName, lastName, email, createdAt, updatedAt, profile },
        emailConfirmedAt: shopper.emailConfirmedAt,
      },
      addresses: await readAddresses(tx, isOwn.shopperId),
      cart: await readCart(tx, id),
      wishlist: await readWishlist(tx, id),
      orders: ordered.map((row) => toWireOrder(row, returnDays)),
      payments,
      sessions: logins,
      mails: sent,
    };
    if (actor) await recordChange(tx, actor, { subject: id, before: null, after: null });
    return data;
  });

type Fault = 'shopperUnknown' | 'operatorStays' | 'checkoutOpen' | 'orderUnderWay';

const isUnderWay = inArray(orders.status, ['placed', 'packed', 'shipped']);

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
 * late payments can be refunded. Refuses for an operator, and while a checkout is open or an order is in progress. Treats
 * the demo account as unknown.
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
    const kept = { orders: await tx.$count(orders, isOfShopper), payments: known.length };
    if (isDryRun) return ok(kept);
    await erase(tx, shopper);
    if (actor) await recordChange(tx, actor, { subject: shopperId, before: null, after: kept });
    return ok(kept);
  });

/** Erases a shopper's personal data. */
async function erase(tx: Database, { id, email }: typeof shoppers.$inferSelect): Promise<void> {
  for (const table of [sessions, cartLines, wishlistLines, addresses, mailTokens]) {
    await tx.delete(table).where(eq(table.shopperId, id));
  }
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

/** Erases the reasons for returns, which are the shopper's own words. */
async function eraseReasons(tx: Database, shopperId: string): Promise<void> {
  const returned = await tx
    .select({ id: orders.id, events: orders.events })
    .from(orders)
    .where(
      and(eq(orders.shopperId, shopperId), sql`${orders.events} @> '[{"type":"returnAsked"}]'`),
    );
  for (const { id, events } of returned) {
    const erased = events.map((event) =>
      event.type === 'returnAsked' ? { ...event, reason: '' } : event,
    );
    await tx.update(orders).set({ events: erased }).where(eq(orders.id, id));
  }
}
