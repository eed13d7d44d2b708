import { isWished, type Product } from '@patchwork/domain';
import { type Atom, atom } from 'jotai';
import { mapAnswer } from './answer.ts';
import type { Load } from './query-client.ts';
import { servicesAtom } from './services.ts';
import { requireLoginAtom } from './session.ts';
import { createUserList } from './user-list.ts';

const wishlist = createUserList<Product>({
  name: 'wishlist',
  idOf: ({ id }) => id,
  words: { added: 'Product added to wishlist', removed: 'Product removed from wishlist' },
  load: (api, signal) => mapAnswer(api.getWishlist({}, { signal }), (body) => body.wishlist),
});

/** The wished products; empty when logged out. Written by the API and toggleWishlistAtom only. */
export const wishlistAtom: Atom<readonly Product[]> = wishlist.itemsAtom;

/** How far the wishlist is loaded, with `refetch` for 'Try again'. Pending while logged out. */
export const wishlistLoadAtom: Atom<Load<readonly Product[]>> = wishlist.loadAtom;

/** Adds the product, or removes it if it is there. Logged out: asks for login. */
export const toggleWishlistAtom = atom(null, async (get, set, product: Product): Promise<void> => {
  if (!set(requireLoginAtom)) return;
  const { api } = get(servicesAtom);
  const productId = product.id;
  const wished = isWished(set(wishlist.currentAtom), productId);
  await set(wishlist.changeAtom, {
    productId,
    apply: (held) => (wished ? undefined : (held ?? product)),
    send: () =>
      mapAnswer(
        wished ? api.removeFromWishlist({ productId }) : api.addToWishlist({ body: { product } }),
        (body) => body.wishlist,
      ),
  });
});
