import {
  action,
  cartAtom,
  changeCartAtom,
  changeWishlistAtom,
  wishlistAtom,
} from '@patchwork/shop';
import { isWished, type Product } from '@patchwork/shop/domain';

/**
 * Adds one piece of a product that is in stock, unless the cart has the product. Goes to login if no one is logged
 * in.
 */
export const addToCartAtom = action(
  'addToCartAtom',
  [cartAtom],
  async (_get, set, product: Product): Promise<void> => {
    if (product.inStock) await set(changeCartAtom, { type: 'add', product });
  },
);

/** Adds the product to the wishlist, or removes it if it is there. Goes to login if no one is logged in. */
export const toggleWishlistAtom = action(
  'toggleWishlistAtom',
  [wishlistAtom],
  async (get, set, product: Product): Promise<void> => {
    const { id: productId } = product;
    await set(
      changeWishlistAtom,
      isWished(get(wishlistAtom).items, productId)
        ? { type: 'remove', productId }
        : { type: 'add', product },
    );
  },
);
