import { isWished, type Product } from '@patchwork/domain';
import { removeFromCartAtom, toggleWishlistAtom, wishlistAtom } from '@patchwork/state';
import { useAtomValue, useSetAtom } from 'jotai';

/**
 * Wished for, unless it is already, and out of the cart. The wishlist is read while rendering: an
 * atom that nothing has mounted would not know what was loaded, and the toggle would undo a wish.
 */
export function useMoveToWishlist(): (product: Product) => void {
  const wishlist = useAtomValue(wishlistAtom);
  const toggleWishlist = useSetAtom(toggleWishlistAtom);
  const removeFromCart = useSetAtom(removeFromCartAtom);
  return (product) => {
    if (!isWished(wishlist, product.id)) void toggleWishlist(product);
    void removeFromCart(product.id);
  };
}
