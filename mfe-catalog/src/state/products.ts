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

/** The categories: Men, Women, Kids. */
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

/** Makes an atom of one product. An unknown id is an error with status 404. */
export const productAtom = (productId: string) =>
  serverData<Product>(() => ({
    key: ['product', productId],
    scope: 'shop',
    load: async (api, options) =>
      mapResult(await api.getProduct({ productId }, options), ({ product }) => product),
  }));

/** The product whose card was pressed last. Its link writes it. */
export const pressedProductAtom = atom<Product | null>(null);

/**
 * Products that are known without asking for them, so that a page of one of them need not wait. A queried catalogue
 * gives the one whose card was pressed: all that its list has loaded would need the list's code on a product's page.
 */
export const knownProductsAtom = atom((get): readonly (Product | null)[] =>
  get(configurationAtom).queriesCatalogue
    ? [get(pressedProductAtom)]
    : (get(productsAtom).data ?? []),
);

/** Number of products that is enough to choose a few from, although some are out of stock or in the cart. */
const LIMIT = 24;

/**
 * Makes an atom of products to recommend from: those of these categories, and others if these have few. If the
 * catalogue is not queried, it has all products, which are loaded anyway.
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
