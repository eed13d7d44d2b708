import { refusals } from '@patchwork/api/refusals';
import { err, MAX_ORDER_LINES, ok } from '@patchwork/domain';
import { and, eq, type SQL, sql } from 'drizzle-orm';
import { now } from '../database/clock.ts';
import type { Database } from '../database/database.ts';
import { readCart } from '../database/lines.ts';
import { findProduct } from '../database/product-row.ts';
import { cartLines } from '../database/schema.ts';
import { serverRefusals } from '../refusals.ts';
import type { Handlers } from './handler.ts';

const MAX_QUANTITY = 999;

const lineOf = (shopperId: string, productId: string) =>
  and(eq(cartLines.shopperId, shopperId), eq(cartLines.productId, productId));

async function setQuantity(
  db: Database,
  shopperId: string,
  productId: string,
  quantity: number | SQL,
) {
  const changed = await db
    .update(cartLines)
    .set({ quantity, updatedAt: now })
    .where(lineOf(shopperId, productId))
    .returning({ productId: cartLines.productId });
  if (changed.length === 0) return err(refusals.notInCart);
  return ok({ cart: await readCart(db, shopperId) });
}

/** Stores the catalogue's own fields of a product: only the id that was sent is used. */
export const cartHandlers = {
  getCart: async ({ db, caller }) => ok({ cart: await readCart(db, caller.shopperId) }),

  addToCart: async ({ db, caller: { shopperId }, body }) => {
    const productId = body.product._id;
    const product = await findProduct(db, productId);
    if (!product) return err(refusals.productUnknown);
    const cart = await readCart(db, shopperId);
    if (cart.some(({ _id }) => _id === productId)) return ok({ cart });
    if (cart.length >= MAX_ORDER_LINES) return err(serverRefusals.cartFull);
    await db.insert(cartLines).values({ shopperId, productId, product }).onConflictDoNothing();
    return ok({ cart: await readCart(db, shopperId) });
  },

  /** Stays from 1 to 999. A line is removed by its own call: one that is sent twice does not count to 0. */
  changeCartQuantity: ({ db, caller: { shopperId }, params, body }) => {
    const step = body.action.type === 'increment' ? 1 : -1;
    const quantity = sql`least(greatest(${cartLines.quantity} + ${step}, 1), ${MAX_QUANTITY})`;
    return setQuantity(db, shopperId, params.productId, quantity);
  },

  setCartQuantity: ({ db, caller: { shopperId }, params, body }) =>
    setQuantity(db, shopperId, params.productId, Math.min(body.quantity, MAX_QUANTITY)),

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
