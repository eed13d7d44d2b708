import { isWished, type Product } from '@patchwork/domain';
import type { Atom } from 'jotai';
import { action, sharedValue } from '../shared.ts';
import type { Change } from '../sync/list-definition.ts';
import { createSyncedList, type ListLoad } from '../sync/synced-list.ts';
import { wishlistList } from '../sync/wishlist-list.ts';

/** For this package only. */
export const wishlist = createSyncedList(wishlistList);

/** The products of the wishlist; empty when logged out. Written by the API and toggleWishlistAtom only. */
export const wishlistAtom: Atom<readonly Product[]> = sharedValue(
  'wishlistAtom',
  ['api'],
  wishlist.itemsAtom,
);

/** How far the wishlist is loaded, with `refetch` for 'Try again'. Pending while logged out. */
export const wishlistLoadAtom: Atom<ListLoad<Product>> = sharedValue(
  'wishlistLoadAtom',
  [wishlistAtom, 'api'],
  wishlist.loadAtom,
);

/** Adds the product, or removes it if it is there. Logged out: goes to login. */
export const toggleWishlistAtom = action(
  'toggleWishlistAtom',
  [wishlistAtom],
  (get, set, product: Product): Promise<void> => {
    const productId = product.id;
    const change: Change = isWished(get(wishlist.shownAtom), productId)
      ? { type: 'remove', productId }
      : { type: 'add', productId, product };
    return set(wishlist.changeAtom, change);
  },
);
