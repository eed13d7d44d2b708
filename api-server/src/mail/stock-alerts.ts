import { randomUUID } from 'node:crypto';
import { LINK_LIFETIME_MS, RESEND_AFTER_MS } from '@patchwork/api/mail';
import { emailKeyOf } from '@patchwork/domain';
import { and, asc, eq, isNull, lt, or, type SQL, sql } from 'drizzle-orm';
import type { Database } from '../database/database.ts';
import { ago, isAlertWaiting, now } from '../database/expressions.ts';
import { mails, products, shoppers, stockAlerts } from '../database/schema.ts';
import { isShown } from '../rows/product-row.ts';
import { hashOf, newToken } from './links.ts';

/* Mails that tell, once, that a product is in stock again. */

/** Maximum number of products that one email waits for. */
const MAX_ALERTS = 50;

/** Maximum number of them that it has not confirmed: anyone can ask in the name of an email. */
const MAX_UNCONFIRMED = 3;

const LIFETIME_MS = LINK_LIFETIME_MS.confirmStockAlert;

/** Time for which the link of a mail about the stock ends further mails. */
const KEEP_MS = 30 * 24 * 3_600_000;

interface Asker {
  readonly email: string;
  readonly shopperId: string | null;
  /** Whether the email is the asker's own. Otherwise a mail asks for a confirmation. */
  readonly isConfirmed: boolean;
}

/**
 * Records that an email waits for a product, and mails it a link if it is not confirmed: at most one within
 * RESEND_AFTER_MS. A request that waits already stays as it is, and a confirmed one is never made unconfirmed.
 */
export const askForAlert = (
  db: Database,
  productId: string,
  { email, shopperId, isConfirmed }: Asker,
): Promise<'asked' | 'unknown' | 'full' | 'unconfirmed'> =>
  db.transaction(async (tx) => {
    const emailKey = emailKeyOf(email);
    const [product] = await tx
      .select({ title: products.title, size: products.size })
      .from(products)
      .where(and(eq(products.id, productId), isShown));
    if (!product) return 'unknown';
    const others = sql`${stockAlerts.emailKey} = ${emailKey} and ${stockAlerts.mailedAt} is null
      and ${stockAlerts.productId} <> ${productId}`;
    if ((await tx.$count(stockAlerts, others)) >= MAX_ALERTS) return 'full';
    const unconfirmed = sql`${others} and ${stockAlerts.confirmedAt} is null`;
    if (!isConfirmed && (await tx.$count(stockAlerts, unconfirmed)) >= MAX_UNCONFIRMED)
      return 'unconfirmed';
    const token = newToken();
    const isOver = sql`${stockAlerts.mailedAt} is not null`;
    const confirmedAt = sql`case when ${isOver} then excluded.confirmed_at
      else coalesce(${stockAlerts.confirmedAt}, excluded.confirmed_at) end`;
    const asks = sql`(${isOver} or (${stockAlerts.confirmedAt} is null and ${stockAlerts.askedAt} <= ${ago(RESEND_AFTER_MS)}))`;
    const [row] = await tx
      .insert(stockAlerts)
      .values({
        ...{ id: randomUUID(), productId, email, emailKey, shopperId, hash: hashOf(token) },
        confirmedAt: isConfirmed ? now : null,
      })
      .onConflictDoUpdate({
        target: [stockAlerts.emailKey, stockAlerts.productId],
        set: {
          ...{ confirmedAt, mailedAt: null },
          shopperId: sql`coalesce(excluded.shopper_id, ${stockAlerts.shopperId})`,
          hash: sql`case when ${asks} then excluded.hash else ${stockAlerts.hash} end`,
          askedAt: sql`case when ${asks} then excluded.asked_at else ${stockAlerts.askedAt} end`,
        },
      })
      .returning();
    if (row && !row.confirmedAt && row.hash === hashOf(token)) {
      const data = { productId, ...product, token };
      await tx
        .insert(mails)
        .values({ id: randomUUID(), kind: 'confirmStockAlert', recipient: email, data });
    }
    return 'asked';
  });

/** Confirms the request whose mail has this token. Returns the product's id; undefined if the link does not work. */
export async function confirmAlert(db: Database, token: string): Promise<string | undefined> {
  const isUsable = and(
    eq(stockAlerts.hash, hashOf(token)),
    isNull(stockAlerts.mailedAt),
    // A second press confirms nothing more.
    sql`(${stockAlerts.confirmedAt} is not null or ${stockAlerts.askedAt} > ${ago(LIFETIME_MS)})`,
  );
  const [row] = await db
    .update(stockAlerts)
    .set({ confirmedAt: sql`coalesce(${stockAlerts.confirmedAt}, ${now})` })
    .where(isUsable)
    .returning({ productId: stockAlerts.productId });
  return row?.productId;
}

/** Deletes all requests of the email that got a mail with this token. Returns as `confirmAlert` does. */
export const stopAlerts = (db: Database, token: string): Promise<string | undefined> =>
  db.transaction(async (tx) => {
    const [row] = await tx
      .select({ emailKey: stockAlerts.emailKey, productId: stockAlerts.productId })
      .from(stockAlerts)
      .where(eq(stockAlerts.hash, hashOf(token)));
    if (row) await tx.delete(stockAlerts).where(eq(stockAlerts.emailKey, row.emailKey));
    return row?.productId;
  });

/** Condition for the requests of an account: its own, and those of its email once that is confirmed. */
export const isOfAccount = ({
  id,
  emailKey,
  emailConfirmedAt,
}: Pick<typeof shoppers.$inferSelect, 'id' | 'emailKey' | 'emailConfirmedAt'>): SQL | undefined =>
  or(
    eq(stockAlerts.shopperId, id),
    emailConfirmedAt ? eq(stockAlerts.emailKey, emailKey) : undefined,
  );

const BATCH_SIZE = 100;

/**
 * Enqueues the mails about products that are in stock now, however they came back, and not reserved. Each request is
 * marked in the transaction that enqueues its mail, so that a killed process neither loses nor repeats any.
 */
export async function mailBackInStock(
  db: Database,
  signal: AbortSignal = new AbortController().signal,
): Promise<void> {
  while (!signal.aborted && (await mailBatch(db)) === BATCH_SIZE);
}

const mailBatch = (db: Database): Promise<number> =>
  db.transaction(async (tx) => {
    const due = await tx
      .select({
        ...{ id: stockAlerts.id, email: stockAlerts.email, productId: products.id },
        ...{ title: products.title, size: products.size },
      })
      .from(stockAlerts)
      .innerJoin(products, eq(products.id, stockAlerts.productId))
      .leftJoin(shoppers, eq(shoppers.id, stockAlerts.shopperId))
      .where(
        and(
          isAlertWaiting(stockAlerts),
          isShown,
          sql`${products.stock} > ${products.held}`,
          isNull(shoppers.disabledAt),
        ),
      )
      .orderBy(asc(stockAlerts.askedAt))
      .limit(BATCH_SIZE)
      .for('update', { of: stockAlerts, skipLocked: true });
    for (const { id, email: recipient, ...product } of due) {
      const token = newToken();
      await tx
        .update(stockAlerts)
        .set({ mailedAt: now, hash: hashOf(token) })
        .where(eq(stockAlerts.id, id));
      const data = { ...product, token };
      await tx.insert(mails).values({ id: randomUUID(), kind: 'backInStock', recipient, data });
    }
    return due.length;
  });

/** Deletes requests that nobody has confirmed for a day, whose mail is long sent, or whose product is gone. */
export const deleteOldAlerts = (db: Database): Promise<unknown> =>
  db
    .delete(stockAlerts)
    .where(
      or(
        and(isNull(stockAlerts.confirmedAt), lt(stockAlerts.askedAt, ago(LIFETIME_MS))),
        lt(stockAlerts.mailedAt, ago(KEEP_MS)),
        sql`not exists (select from ${products} where ${products.id} = ${stockAlerts.productId})`,
      ),
    );
