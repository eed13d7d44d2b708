import type { Api } from '@patchwork/api';
import { mapResult, type Product, productSchema } from '@patchwork/domain';
import type { Change, ListDefinition } from './list-definition.ts';

function callFor(api: Api, change: Change) {
  const options = { initiator: change.initiator };
  return change.type === 'add'
    ? api.addToWishlist({ body: { product: change.product } }, options)
    : api.removeFromWishlist({ productId: change.productId }, options);
}

export const wishlistList: ListDefinition<Product> = {
  name: 'wishlist',
  item: productSchema,
  toasts: { added: 'Product added to wishlist', removed: 'Product removed from wishlist' },
  load: async (api, options) =>
    mapResult(await api.getWishlist({}, options), ({ wishlist }) => wishlist),
  send: async (api, change) => mapResult(await callFor(api, change), ({ wishlist }) => wishlist),
  idOf: ({ id }) => id,
  apply: (product, change) => (change.type === 'add' ? (product ?? change.product) : undefined),
  normalize: (_product, change) => change,
  /** A product is in the wishlist or not: only the last change counts. */
  merge: (_waiting, change) => [change],
  join: (_product, [change]) => ({ change, count: 1 }),
  without: (product) => product,
  restart: (_product, waiting) => waiting,
  isSame: (one, other) => one?.id === other?.id,
};
