import { isWished, type Product, productSchema } from '@patchwork/domain';
import { type Atom, atom } from 'jotai';
import { mapAnswer } from '../sync/answer.ts';
import { type Change, productIdOf } from '../sync/change.ts';
import { createUserList, type ListLoad } from '../sync/synced-list.ts';
import { wishlistRules } from '../sync/wishlist-rules.ts';
import { requireLoginAtom } from './session.ts';

/** For this package only. */
export const wishlist = createUserList<Product>({
  name: 'wishlist',
  item: productSchema,
  rules: wishlistRules,
  words: { added: 'Product added to wishlist', removed: 'Product removed from wishlist' },
  load: (api, signal) =>
    mapAnswer(api.getWishlist({}, signal ? { signal } : {}), (body) => body.wishlist),
  call: (api, change, options) =>
    mapAnswer(
      change.type === 'add'
        ? api.addToWishlist({ body: { product: change.product } }, options)
        : api.removeFromWishlist({ productId: productIdOf(change) }, options),
      (body) => body.wishlist,
    ),
});

/** The wished products; empty when logged out. Written by the API and toggleWishlistAtom only. */
export const wishlistAtom: Atom<readonly Product[]> = wishlist.itemsAtom;

/** How far the wishlist is loaded, with `refetch` for 'Try again'. Pending while logged out. */
export const wishlistLoadAtom: Atom<ListLoad<Product>> = wishlist.loadAtom;

/** Adds the product, or removes it if it is there. Logged out: asks for login. */
export const toggleWishlistAtom = atom(null, async (get, set, product: Product): Promise<void> => {
  if (!set(requireLoginAtom)) return;
  const productId = product.id;
  const change: Change = isWished(get(wishlist.shownAtom), productId)
    ? { type: 'remove', productId }
    : { type: 'add', product };
  await set(wishlist.changeAtom, productId, change);
});
