import { configurationAtom, productsAtom, serverData, sharedValue } from '@patchwork/shop';
import {
  type Category,
  type CategoryInfo,
  defaultFilters,
  mapResult,
  ok,
  type Product,
} from '@patchwork/shop/domain';
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

/** Product whose card the shopper pressed last, written by the card's link; null before the first press. */
export const pressedProductAtom = atom<Product | null>(null);

/**
 * Products that can be shown without a request. If the catalogue is queried, this is only `pressedProductAtom`'s
 * product, or null: using the whole list's data would add the list's code to a product's page.
 */
export const knownProductsAtom = atom((get): readonly (Product | null)[] =>
  get(configurationAtom).queriesCatalogue
    ? [get(pressedProductAtom)]
    : (get(productsAtom).data ?? []),
);

/** Number of products to choose recommendations from. Some may be out of stock or in the cart already. */
const LIMIT = 24;

/**
 * Creates an atom of candidates for recommendation: products of these categories, and others if there are too few. If
 * the catalogue is not queried, it has all products, which are loaded anyway.
 */
export function productsInAtom(categories: readonly Category[]) {
  const chosen = [...new Set(categories)].sort();
  const queriedAtom = serverData<Product[]>((get) => {
    const { maxPrice } = get(configurationAtom);
    const query = (of: readonly Category[]) => ({
      filters: { ...defaultFilters, maxPrice, categories: of },
      priceLimit: maxPrice,
      limit: LIMIT,
    });
    return {
      key: ['products-in', ...chosen],
      scope: 'shop',
      async load(api, options) {
        const found = await api.queryProducts({ query: query(chosen) }, options);
        if (!found.ok) return found;
        const { products, next } = found.value;
        if (next || chosen.length === 0) return ok(products);
        const ids = new Set(products.map(({ id }) => id));
        const all = await api.queryProducts({ query: query([]) }, options);
        return mapResult(all, (page) => [
          ...products,
          ...page.products.filter(({ id }) => !ids.has(id)),
        ]);
      },
    };
  });
  return atom((get) => get(get(configurationAtom).queriesCatalogue ? queriedAtom : productsAtom));
}
