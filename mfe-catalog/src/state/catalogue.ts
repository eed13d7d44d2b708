import { configurationAtom, productsAtom, serverData } from '@patchwork/shop';
import {
  type Category,
  defaultFilters,
  mapResult,
  ok,
  oneOfEachStyle,
  type Product,
  withSiblings,
} from '@patchwork/shop/domain';
import { atom } from 'jotai';
import { pressedProductAtom } from './products.ts';

/* Apart from products.ts, so that the header's search, which is on every page, does without this code. */

const wholeCatalogueAtom = atom((get) => get(productsAtom).data);

/**
 * All products, each with its siblings; undefined until they are loaded. The objects stay the same until the products
 * are loaded anew, so that React doesn't rerender cards.
 */
export const catalogueAtom = atom((get): readonly Product[] | undefined => {
  const products = get(wholeCatalogueAtom);
  return products && withSiblings(products);
});

/**
 * Products that can be shown without a request. If the catalogue is queried, this is only `pressedProductAtom`'s
 * product, or null: using the whole list's data would add the list's code to a product's page.
 */
export const knownProductsAtom = atom((get): readonly (Product | null)[] => [
  ...(get(configurationAtom).queriesCatalogue ? [] : (get(catalogueAtom) ?? [])),
  get(pressedProductAtom),
]);

/** Number of products to choose recommendations from. Some may be out of stock or in the cart already. */
const LIMIT = 24;

/**
 * Creates an atom of candidates for recommendation, one of each style: products of these categories, and others if there
 * are too few. If the catalogue is not queried, it has all of them, which are loaded anyway.
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
  return atom((get) => {
    if (get(configurationAtom).queriesCatalogue) return get(queriedAtom);
    const { isError } = get(productsAtom);
    const data = get(catalogueAtom);
    return { data: data && oneOfEachStyle(data), isError };
  });
}
