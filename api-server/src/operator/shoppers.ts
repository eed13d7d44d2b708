import { emailKeyOf, err, ok, type Result, searchKeyOf } from '@patchwork/domain';
import { and, desc, eq, isNull, like, or, type SQL, sql } from 'drizzle-orm';
import type { Database } from '../database/database.ts';
import { isUuid, now } from '../database/expressions.ts';
import { sessions, shoppers } from '../database/schema.ts';
import { type Actor, recordChange } from '../rows/audit.ts';
import { olderThan } from '../rows/older-than.ts';
import { isThere } from '../rows/shopper-rows.ts';

const select = (db: Database) =>
  db
    .select({
      id: shoppers.id,
      name: shoppers.name,
      email: shoppers.email,
      createdAt: shoppers.createdAt,
      emailConfirmedAt: shoppers.emailConfirmedAt,
      disabledAt: shoppers.disabledAt,
      // Plain SQL names: in a list of fields, Drizzle writes a column object without its table's name.
      orders: sql<number>`(select count(*)::int from orders where orders.shopper_id = shoppers.id)`,
    })
    .from(shoppers);

/** Returns an account in the API's format. */
const toOperatorShopper = (row: Awaited<ReturnType<typeof select>>[number]) => ({
  _id: row.id,
  name: row.name,
  email: row.email,
  createdAt: row.createdAt.toISOString(),
  isEmailConfirmed: row.emailConfirmedAt !== null,
  isDisabled: row.disabledAt !== null,
  orders: row.orders,
});

export type OperatorShopper = ReturnType<typeof toOperatorShopper>;

const beginning = (text: string): string => `${text.replace(/[\\%_]/g, '\\$&')}%`;

/**
 * Returns the condition for accounts whose email or name begins with this text. Each comparison has an index. A row
 * without search keys is compared by the database's lower case, as before there were any.
 */
function beginsWith(search: string): SQL | undefined {
  const key = beginning(searchKeyOf(search));
  const lower = beginning(search.toLowerCase());
  return or(
    like(shoppers.nameKey, key),
    like(shoppers.emailSearchKey, key),
    and(
      isNull(shoppers.nameKey),
      or(like(shoppers.emailKey, lower), like(sql`lower(${shoppers.name})`, lower)),
    ),
  );
}

interface ShopperSearch {
  readonly limit: number;
  readonly cursor?: string | undefined;
  readonly search: string;
}

/** Lists accounts, newest first, and records the read in the audit; undefined for an invalid cursor. */
export async function listShoppers(
  db: Database,
  { limit, cursor, search }: ShopperSearch,
  actor: Actor,
) {
  const byTime = { table: shoppers, time: shoppers.createdAt, id: shoppers.id };
  const isOlder = await olderThan(db, byTime, cursor);
  if (!isOlder) return undefined;
  const rows = await select(db)
    .where(and(isThere, search === '' ? undefined : beginsWith(search), isOlder))
    .orderBy(desc(shoppers.createdAt), desc(shoppers.id))
    .limit(limit + 1);
  const page = rows.slice(0, limit).map(toOperatorShopper);
  const read = { search, limit, cursor: cursor ?? null, found: page.length };
  await recordChange(db, actor, { subject: 'shoppers', before: null, after: read });
  return { shoppers: page, nextCursor: rows.length > limit ? (page.at(-1)?._id ?? null) : null };
}

/** Returns the condition for the account with this id or email. */
export const isReferredToBy = (reference: string): SQL =>
  isUuid(reference) ? eq(shoppers.id, reference) : eq(shoppers.emailKey, emailKeyOf(reference));

type AccountChange = { readonly isDisabled: boolean } | { readonly role: 'shopper' | 'operator' };

/**
 * Changes an account; disabling it ends its sessions. Returns the updated account. Refuses an account that doesn't exist,
 * and to disable an operator's.
 */
export const changeShopper = (
  db: Database,
  reference: string,
  change: AccountChange,
  actor: Actor,
): Promise<Result<OperatorShopper, 'shopperUnknown' | 'operatorStays'>> =>
  db.transaction(async (tx) => {
    const [shopper] = await tx
      .select()
      .from(shoppers)
      .where(and(isReferredToBy(reference), isThere))
      .for('no key update');
    if (!shopper) return err('shopperUnknown');
    const { id, role, disabledAt } = shopper;
    const isDisabling = 'isDisabled' in change && change.isDisabled;
    if (isDisabling && role === 'operator') return err('operatorStays');
    const isOwn = eq(shoppers.id, id);
    const before = 'role' in change ? { role } : { isDisabled: disabledAt !== null };
    if (JSON.stringify(before) !== JSON.stringify(change)) {
      const values = 'role' in change ? change : { disabledAt: change.isDisabled ? now : null };
      await tx.update(shoppers).set(values).where(isOwn);
      if ('isDisabled' in change) await tx.delete(sessions).where(eq(sessions.shopperId, id));
      await recordChange(tx, actor, { subject: id, before, after: change });
    }
    const [changed] = await select(tx).where(isOwn);
    return changed ? ok(toOperatorShopper(changed)) : err('shopperUnknown');
  });
