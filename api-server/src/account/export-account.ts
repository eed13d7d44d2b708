import { and, asc, desc, eq, gt, type SQL } from 'drizzle-orm';
import type { Database } from '../database/database.ts';
import { now } from '../database/expressions.ts';
import { checkouts, mails, orders, sessions, shoppers, stockAlerts } from '../database/schema.ts';
import { isOfAccount } from '../mail/stock-alerts.ts';
import { type Actor, recordChange } from '../rows/audit.ts';
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
    const waitsFor = await tx
      .select({
        ...{ productId: stockAlerts.productId, askedAt: stockAlerts.askedAt },
        ...{ confirmedAt: stockAlerts.confirmedAt, mailedAt: stockAlerts.mailedAt },
      })
      .from(stockAlerts)
      .where(isOfAccount(shopper))
      .orderBy(desc(stockAlerts.askedAt));
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
      stockAlerts: waitsFor,
    };
    if (actor) await recordChange(tx, actor, { subject: id, before: null, after: null });
    return data;
  });
