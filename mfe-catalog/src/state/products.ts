import { serverData, sharedValue } from '@patchwork/shop';
import { type CategoryInfo, mapResult, type Product } from '@patchwork/shop/domain';
import { atom } from 'jotai';

export const categoriesAtom = sharedValue(
  'categoriesAtom',
  ['api'],
  serverData<CategoryInfo[]>(() => ({
    key: ['categories'],
    scope: 'shop',
    load: async (api, options) =>
      mapResult(await api.listCategories({}, options), ({ categories }) => categories),
  })),
);

/** The trending products, in the order of the catalogue. */
export const trendingAtom = sharedValue(
  'trendingAtom',
  ['api'],
  serverData<Product[]>(() => ({
    key: ['trending'],
    scope: 'shop',
    load: async (api, options) =>
      mapResult(await api.listTrending({}, options), ({ products }) => products),
  })),
);

/** Creates an atom of one product. For an unknown id, its error has the status 404. */
export const productAtom = (productId: string) =>
  serverData<Product>(() => ({
    key: ['product', productId],
    scope: 'shop',
    load: async (api, options) =>
      mapResult(await api.getProduct({ productId }, options), ({ product }) => product),
  }));

/** Product whose card or size the shopper pressed last, written by the link; null before the first press. */
export const pressedProductAtom = atom<Product | null>(null);
