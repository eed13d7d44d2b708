import { timestamp } from '@patchwork/domain';
import { asc, eq, sql } from 'drizzle-orm';
import { buildOnce } from './build-once.ts';
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

const cartQuery = buildOnce((db) =>
  db
    .select()
    .from(cartLines)
    .where(eq(cartLines.shopperId, sql.placeholder('shopperId')))
    .orderBy(asc(cartLines.position))
    .prepare(''),
);

/** The shopper's cart in the API's format, oldest line first. */
export async function readCart(db: Database, shopperId: string) {
  const rows = await cartQuery(db).execute({ shopperId });
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
