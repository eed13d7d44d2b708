import { randomUUID } from 'node:crypto';
import type { WireAddress } from '@patchwork/api/wire';
import { emailKeyOf, searchKeyOf, timestamp } from '@patchwork/domain';
import { and, asc, eq, ne, sql } from 'drizzle-orm';
import { buildOnce, type Database } from '../database/database.ts';
import { addresses, cartLines, shoppers, wishlistLines } from '../database/schema.ts';

type Shopper = typeof shoppers.$inferSelect;

/** Returns the keys by which operators find a shopper. */
export const searchKeysOf = ({ name, email }: Pick<Shopper, 'name' | 'email'>) => ({
  nameKey: searchKeyOf(name),
  emailSearchKey: searchKeyOf(email),
});

/** Condition for accounts that haven't been deleted. */
export const isThere = ne(shoppers.email, '');

/** Adds a shopper, whose email must come from `parseEmail`, and returns the row; undefined if the email is taken. */
export async function addShopper(
  db: Database,
  values: Omit<typeof shoppers.$inferInsert, 'id' | 'emailKey' | 'nameKey' | 'emailSearchKey'>,
): Promise<Shopper | undefined> {
  const [shopper] = await db
    .insert(shoppers)
    .values({
      ...{ id: randomUUID(), ...values, emailKey: emailKeyOf(values.email) },
      ...searchKeysOf(values),
    })
    .onConflictDoNothing()
    .returning();
  return shopper;
}

/**
 * Locks a shopper until the end of the transaction, and returns the row. Throws if there is no such shopper. Other
 * transactions can still add rows that refer to the shopper. A full lock could cause a deadlock: the order of a late
 * payment would wait for this lock while this transaction waits for the order's products.
 */
export async function lockShopper(transaction: Database, shopperId: string) {
  const [shopper] = await transaction
    .select()
    .from(shoppers)
    .where(eq(shoppers.id, shopperId))
    .for('no key update');
  if (!shopper) throw new Error('The shopper of a session is missing');
  return shopper;
}

interface LineRow {
  readonly createdAt: Date;
  readonly updatedAt: Date;
}

const stamps = ({ createdAt, updatedAt }: LineRow) => ({
  createdAt: timestamp(createdAt),
  updatedAt: timestamp(updatedAt),
});

const cartQuery = buildOnce((db) =>
  db
    .select()
    .from(cartLines)
    .where(eq(cartLines.shopperId, sql.placeholder('shopperId')))
    .orderBy(asc(cartLines.position))
    .prepare('readCart'),
);

/** Returns a line of a cart in the API's format. */
export const toCartLine = (row: typeof cartLines.$inferSelect) => ({
  ...row.product,
  ...stamps(row),
  qty: row.quantity,
});

/** Returns the shopper's cart in the API's format, oldest line first. */
export async function readCart(db: Database, shopperId: string) {
  const rows = await cartQuery(db).execute({ shopperId });
  return rows.map(toCartLine);
}

/** Returns the shopper's wishlist in the API's format, oldest line first. */
export async function readWishlist(db: Database, shopperId: string) {
  const rows = await db
    .select()
    .from(wishlistLines)
    .where(eq(wishlistLines.shopperId, shopperId))
    .orderBy(asc(wishlistLines.position));
  return rows.map((row) => ({ ...row.product, ...stamps(row) }));
}

const toWireAddress = ({
  id,
  shopperId: _shopper,
  position: _position,
  ...fields
}: typeof addresses.$inferSelect): WireAddress => ({ _id: id, ...fields });

const addressQuery = buildOnce((db) =>
  db
    .select({ address: addresses })
    .from(shoppers)
    .leftJoin(
      addresses,
      and(eq(addresses.shopperId, shoppers.id), eq(addresses.id, sql.placeholder('addressId'))),
    )
    .where(eq(shoppers.id, sql.placeholder('shopperId')))
    .for('no key update', { of: shoppers })
    .prepare('lockWithAddress'),
);

/**
 * Locks a shopper as `lockShopper` does, and returns the address with this id in the API's format; undefined if there is
 * none. Throws if there is no such shopper.
 */
export async function lockWithAddress(
  transaction: Database,
  shopperId: string,
  addressId: string,
): Promise<WireAddress | undefined> {
  const [found] = await addressQuery(transaction).execute({ shopperId, addressId });
  if (!found) throw new Error('The shopper of a session is missing');
  return found.address ? toWireAddress(found.address) : undefined;
}

/** Returns the shopper's addresses in the API's format, oldest first. */
export async function readAddresses(db: Database, shopperId: string): Promise<WireAddress[]> {
  const rows = await db
    .select()
    .from(addresses)
    .where(eq(addresses.shopperId, shopperId))
    .orderBy(asc(addresses.position));
  return rows.map(toWireAddress);
}
