import type { Product } from '@patchwork/domain';
import type { Atom } from 'jotai';
import { action, sharedValue } from '../shared.ts';
import { createSyncedList, type SyncedValue } from '../sync/synced-list.ts';
import { wishlistList } from '../sync/wishlist-list.ts';

/** For this package only. */
export const wishlist = createSyncedList(wishlistList);

/** The wishlist's products, and how far they are loaded. Written by the API and changeWishlistAtom only. */
export const wishlistAtom: Atom<SyncedValue<Product>> = sharedValue(
  'wishlistAtom',
  ['api'],
  wishlist.valueAtom,
);

type WishlistChange =
  | { readonly type: 'add'; readonly product: Product }
  | { readonly type: 'remove'; readonly productId: string };

/** Changes the wishlist, as changeCartAtom changes the cart. */
export const changeWishlistAtom = action(
  'changeWishlistAtom',
  [wishlistAtom],
  (_get, set, change: WishlistChange): Promise<boolean> =>
    set(
      wishlist.changeAtom,
      change.type === 'add' ? { ...change, productId: change.product.id } : change,
    ),
);
