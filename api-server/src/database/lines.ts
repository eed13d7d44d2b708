import { timestamp } from '@patchwork/domain';
import { asc, eq } from 'drizzle-orm';
import type { Database } from './database.ts';
import { cartLines, wishlistLines } from './schema.ts';

interface LineRow {
  readonly createdAt: Date;
  readonly updatedAt: Date;
}

const stamps = ({ createdAt, updatedAt }: LineRow) => ({
  createdAt: timestamp(createdAt),
  updatedAt: timestamp(updatedAt),
});

/** The shopper's cart in the API's format, oldest line first. */
export async function readCart(db: Database, shopperId: string) {
  const rows = await db
    .select()
    .from(cartLines)
    .where(eq(cartLines.shopperId, shopperId))
    .orderBy(asc(cartLines.position));
  return rows.map((row) => ({ ...row.product, ...stamps(row), qty: row.quantity }));
}

/** The shopper's wishlist in the API's format, oldest line first. */
export async function readWishlist(db: Database, shopperId: string) {
  const rows = await db
    .select()
    .from(wishlistLines)
    .where(eq(wishlistLines.shopperId, shopperId))
    .orderBy(asc(wishlistLines.position));
  return rows.map((row) => ({ ...row.product, ...stamps(row) }));
}
