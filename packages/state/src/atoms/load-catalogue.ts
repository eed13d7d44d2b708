import { queryClientAtom } from 'jotai-tanstack-query';
import { servicesAtom } from '../services.ts';
import { action } from '../shared.ts';
import { categoriesQuery, productsQuery, queriesCatalogueAtom } from './catalogue.ts';
import { filtersAtom, isListOpenAtom, maxPriceAtom } from './filters.ts';
import { listQuery } from './list-query.ts';

/**
 * Starts loading the categories and the products before a page needs them: all products or, of a
 * catalogue that is queried, the list's first page if the list is open. For the page's owner, at its start.
 */
export const loadCatalogueAtom = action('loadCatalogueAtom', [], async (get): Promise<void> => {
  const { api } = get(servicesAtom);
  const client = get(queryClientAtom);
  const loadProducts = async () => {
    if (!get(queriesCatalogueAtom)) return client.prefetchQuery(productsQuery(api));
    if (!get(isListOpenAtom)) return;
    return client.prefetchInfiniteQuery(listQuery(api, get(filtersAtom), get(maxPriceAtom)));
  };
  await Promise.all([loadProducts(), client.prefetchQuery(categoriesQuery(api))]);
});
