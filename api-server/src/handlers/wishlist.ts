import { refusals } from '@patchwork/api/refusals';
import { err, MAX_ORDER_LINES, ok } from '@patchwork/domain';
import { and, eq } from 'drizzle-orm';
import { readWishlist } from '../database/lines.ts';
import { findProduct } from '../database/product-row.ts';
import { wishlistLines } from '../database/schema.ts';
import { serverRefusals } from '../refusals.ts';
import type { Handlers } from './handler.ts';

/** Stores the catalogue's own fields of a product: only the id that was sent is used. */
export const wishlistHandlers = {
  getWishlist: async ({ db, caller }) => ok({ wishlist: await readWishlist(db, caller.shopperId) }),

  addToWishlist: async ({ db, caller: { shopperId }, body }) => {
    const productId = body.product._id;
    const product = await findProduct(db, productId);
    if (!product) return err(refusals.productUnknown);
    const wishlist = await readWishlist(db, shopperId);
    if (wishlist.some(({ _id }) => _id === productId)) return ok({ wishlist });
    if (wishlist.length >= MAX_ORDER_LINES) return err(serverRefusals.wishlistFull);
    await db.insert(wishlistLines).values({ shopperId, productId, product }).onConflictDoNothing();
    return ok({ wishlist: await readWishlist(db, shopperId) });
  },

  removeFromWishlist: async ({ db, caller: { shopperId }, params: { productId } }) => {
    const removed = await db
      .delete(wishlistLines)
      .where(and(eq(wishlistLines.shopperId, shopperId), eq(wishlistLines.productId, productId)))
      .returning({ productId: wishlistLines.productId });
    if (removed.length === 0 && !(await findProduct(db, productId))) {
      return err(refusals.productUnknown);
    }
    return ok({ wishlist: await readWishlist(db, shopperId) });
  },
} satisfies Partial<Handlers>;
