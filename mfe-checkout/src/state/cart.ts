import {
  action,
  cartAtom,
  changeCartAtom,
  changeWishlistAtom,
  sessionAtom,
  wishlistAtom,
} from '@patchwork/shop';
import { findLine, type LineItem } from '@patchwork/shop/domain';

/**
 * Adds the line's product to the wishlist and removes the line from the cart once the server has
 * the product in the wishlist. Where the server refuses it, the line stays. Logged out: goes to login.
 */
export const moveToWishlistAtom = action(
  'moveToWishlistAtom',
  [cartAtom, wishlistAtom],
  async (get, set, { product }: LineItem): Promise<void> => {
    const session = get(sessionAtom);
    const { id: productId } = product;
    const isAdded = await set(changeWishlistAtom, { type: 'add', product });
    const isLeft = findLine(get(cartAtom).items, productId) !== undefined;
    if (!isAdded || !isLeft || get(sessionAtom) !== session) return;
    await set(changeCartAtom, { type: 'remove', productId });
  },
);
