import type { Filters, Product } from '@patchwork/domain';
import { changeFiltersAtom, followLocationAtom } from '../atoms/filters.ts';
import { productListAtom } from '../atoms/product-list.ts';
import { openShop, settle } from './fakes.ts';

/** A page of the shop with its list, which `open` shows; the catalogue is queried, or loaded whole. */
export function openList(queriesCatalogue: boolean, pathname = '/productlist', search = '') {
  const shop = openShop({ queriesCatalogue });
  const { store } = shop;
  const follow = (path: string, query = '') =>
    store.set(followLocationAtom, { pathname: path, search: query });
  follow(pathname, search);
  return {
    ...shop,
    follow,
    list: () => store.get(productListAtom),
    ids: () => store.get(productListAtom).products.map(({ id }) => id),
    change: (filters: Partial<Filters>) => store.set(changeFiltersAtom, filters),
    open: () => store.sub(productListAtom, () => {}),
  };
}

/** A page of a queried list. */
export const page = (products: Product[], next: string | null = null, listed?: number) => ({
  products,
  next,
  ...(listed !== undefined && { listed }),
});

/** A queried list that is open, and whose first page has come. */
export async function openQueried(...first: Parameters<typeof page>) {
  const shop = openList(true);
  const leave = shop.open();
  shop.take('queryProducts').respond(page(...first));
  await settle();
  return { ...shop, leave };
}
