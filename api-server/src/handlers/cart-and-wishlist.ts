import { refusals } from '@patchwork/api/refusals';
import { boundQuantity, err, MAX_ORDER_LINES, ok, stepQuantity } from '@patchwork/domain';
import { and, eq, sql } from 'drizzle-orm';
import { buildOnce, type Database } from '../database/database.ts';
import { now } from '../database/expressions.ts';
import { cartLines, wishlistLines } from '../database/schema.ts';
import { serverRefusals } from '../http/refusals.ts';
import { findProduct } from '../rows/product-row.ts';
import { readCart, readWishlist } from '../rows/shopper-rows.ts';
import type { Handlers } from './handler.ts';

const lineOf = (shopperId: string, productId: string) =>
  and(eq(cartLines.shopperId, shopperId), eq(cartLines.productId, productId));

const wishOf = (shopperId: string, productId: string) =>
  and(eq(wishlistLines.shopperId, shopperId), eq(wishlistLines.productId, productId));

/** Changes a line's quantity under a lock, so that concurrent changes add up. */
const changeQuantity = (
  db: Database,
  shopperId: string,
  productId: string,
  change: (quantity: number) => number,
) =>
  db.transaction(async (tx) => {
    const [line] = await tx
      .select({ quantity: cartLines.quantity })
      .from(cartLines)
      .where(lineOf(shopperId, productId))
      .for('update');
    if (!line) return err(refusals.notInCart);
    await tx
      .update(cartLines)
      .set({ quantity: change(line.quantity), updatedAt: now })
      .where(lineOf(shopperId, productId));
    return ok({ cart: await readCart(tx, shopperId) });
  });

/** Adds a line, unless the cart is full or has a line of the product. Returns the added line's product. */
const addLine = buildOnce((db) => {
  const shopperId = sql.placeholder('shopperId');
  const added = db.$with('added', { productId: cartLines.productId }).as(sql`
    insert into cart_lines (shopper_id, product_id, product)
    select ${shopperId}::uuid, ${sql.placeholder('productId')}::text, ${sql.placeholder('product')}::jsonb
    where (select count(*) from cart_lines where shopper_id = ${shopperId}::uuid) < ${MAX_ORDER_LINES}
    on conflict do nothing returning product_id`);
  return db.with(added).select().from(added).prepare('addLine');
});

/** Cart handlers. Only the id of a sent product is used; its other fields come from the catalogue. */
export const cartHandlers = {
  getCart: async ({ db, caller }) => ok({ cart: await readCart(db, caller.shopperId) }),

  addToCart: async ({ db, caller: { shopperId }, body }) => {
    const productId = body.product._id;
    const product = await findProduct(db, productId);
    if (!product) return err(refusals.productUnknown);
    const line = { shopperId, productId, product: JSON.stringify(product) };
    for (;;) {
      const added = await addLine(db).execute(line);
      const cart = await readCart(db, shopperId);
      if (added.length > 0) {
        if (cart.length <= MAX_ORDER_LINES) return ok({ cart });
        // Parallel additions. The last one to be stored sees all others, so the limit holds without a lock.
        await db.delete(cartLines).where(lineOf(shopperId, productId));
        return err(serverRefusals.cartFull);
      }
      if (cart.some(({ _id }) => _id === productId)) return ok({ cart });
      if (cart.length >= MAX_ORDER_LINES) return err(serverRefusals.cartFull);
      // The cart was full, or had the product, until a parallel request removed a line.
    }
  },

  changeCartQuantity: ({ db, caller: { shopperId }, params, body }) =>
    changeQuantity(db, shopperId, params.productId, (quantity) =>
      stepQuantity(quantity, body.action.type),
    ),

  setCartQuantity: ({ db, caller: { shopperId }, params, body }) =>
    changeQuantity(db, shopperId, params.productId, () => boundQuantity(body.quantity)),

  removeFromCart: async ({ db, caller: { shopperId }, params: { productId } }) => {
    const removed = await db
      .delete(cartLines)
      .where(lineOf(shopperId, productId))
      .returning({ productId: cartLines.productId });
    if (removed.length === 0 && !(await findProduct(db, productId))) {
      return err(refusals.productUnknown);
    }
    return ok({ cart: await readCart(db, shopperId) });
  },
} satisfies Partial<Handlers>;

/** Wishlist handlers. Only the id of a sent product is used; its other fields come from the catalogue. */
export const wishlistHandlers = {
  getWishlist: async ({ db, caller }) => ok({ wishlist: await readWishlist(db, caller.shopperId) }),

  addToWishlist: async ({ db, caller: { shopperId }, body }) => {
    const productId = body.product._id;
    const product = await findProduct(db, productId);
    if (!product) return err(refusals.productUnknown);
    const wishlist = await readWishlist(db, shopperId);
    if (wishlist.some(({ _id }) => _id === productId)) return ok({ wishlist });
    if (wishlist.length >= MAX_ORDER_LINES) return err(serverRefusals.wishlistFull);
    const added = await db
      .insert(wishlistLines)
      .values({ shopperId, productId, product })
      .onConflictDoNothing()
      .returning({ productId: wishlistLines.productId });
    const after = await readWishlist(db, shopperId);
    if (after.length <= MAX_ORDER_LINES || added.length === 0) return ok({ wishlist: after });
    // As in addToCart.
    await db.delete(wishlistLines).where(wishOf(shopperId, productId));
    return err(serverRefusals.wishlistFull);
  },

  removeFromWishlist: async ({ db, caller: { shopperId }, params: { productId } }) => {
    const removed = await db
      .delete(wishlistLines)
      .where(wishOf(shopperId, productId))
      .returning({ productId: wishlistLines.productId });
    if (removed.length === 0 && !(await findProduct(db, productId))) {
      return err(refusals.productUnknown);
    }
    return ok({ wishlist: await readWishlist(db, shopperId) });
  },
} satisfies Partial<Handlers>;
