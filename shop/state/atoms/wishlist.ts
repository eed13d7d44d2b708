import type { Api } from '@patchwork/api';
import { mapResult, type Product, productSchema } from '@patchwork/domain';
import type { Atom } from 'jotai';
import { action, sharedValue } from '../shared.ts';
import type { Change, ListDefinition } from '../sync/queue.ts';
import { createSyncedList, type SyncedValue } from '../sync/synced-list.ts';

function callFor(api: Api, change: Change) {
  const options = { initiator: change.initiator };
  return change.type === 'add'
    ? api.addToWishlist({ body: { product: change.product } }, options)
    : api.removeFromWishlist({ productId: change.productId }, options);
}

const wishlistList: ListDefinition<Product> = {
  name: 'wishlist',
  item: productSchema,
  toasts: {
    added: 'Product added to wishlist',
    several: 'products added to wishlist',
    removed: 'Product removed from wishlist',
  },
  load: async (api, options) =>
    mapResult(await api.getWishlist({}, options), ({ wishlist }) => wishlist),
  send: async (api, change) => mapResult(await callFor(api, change), ({ wishlist }) => wishlist),
  idOf: ({ id }) => id,
  apply: (product, change) => (change.type === 'add' ? (product ?? change.product) : undefined),
  normalize: (_product, change) => change,
  /** Keeps only the last change: it alone decides whether the product is in the wishlist. */
  merge: (_waiting, change) => [change],
  join: (_product, [change]) => ({ change, count: 1 }),
  without: (product) => product,
  restart: (_product, waiting) => waiting,
  isSame: (one, other) => one?.id === other?.id,
};

/** Atoms of the wishlist. Internal to this package. */
export const wishlist = createSyncedList(wishlistList);

/** The wishlist's products and their load state. Written only by loads and by changeWishlistAtom. */
export const wishlistAtom: Atom<SyncedValue<Product>> = sharedValue(
  'wishlistAtom',
  ['api'],
  wishlist.valueAtom,
);

type WishlistChange =
  | { readonly type: 'add'; readonly product: Product }
  | { readonly type: 'remove'; readonly productId: string };

/** Changes the wishlist, in the same way as changeCartAtom changes the cart. */
export const changeWishlistAtom = action(
  'changeWishlistAtom',
  [wishlistAtom],
  (_get, set, change: WishlistChange): Promise<boolean> =>
    set(
      wishlist.changeAtom,
      change.type === 'add' ? { ...change, productId: change.product.id } : change,
    ),
);
