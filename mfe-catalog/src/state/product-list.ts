import {
  action,
  configurationAtom,
  type OutputOf,
  productsAtom,
  serverData,
  sharedValue,
} from '@patchwork/shop';
import {
  COUNTED_PRODUCTS_LIMIT,
  cheapestAboveLimit,
  type EmptyListExplanation,
  type Filters,
  filterProducts,
  mapResult,
  mostRestrictiveFilter,
  oneOfEachStyle,
  PAGE_SIZE,
  type Product,
  usefulRelaxations,
} from '@patchwork/shop/domain';
import { type Atom, atom, type WritableAtom } from 'jotai';
import { catalogueAtom } from './catalogue.ts';
import {
  defaultFiltersAtom,
  filtersAtom,
  filtersToSearchParams,
  isListOpenAtom,
} from './filters.ts';

/** Maximum number of pages of the list that are loaded: 3,000 products. */
const MAX_PAGES = 50;

export interface ProductList {
  readonly status: 'loading' | 'failed' | 'loaded';
  readonly products: readonly Product[];
  /** Number of matches. If `isCounted` is false, there are more than this. */
  readonly count: number;
  readonly isCounted: boolean;
  readonly filters: Filters;
  /** Words that are listed instead of the search, as in `ProductPage`. */
  readonly corrected: string | undefined;
  /** Whether the products are still those of the previous filters. */
  readonly isOutdated: boolean;
  /** Whether the last reload failed, so that prices and stock may have changed. */
  readonly isStale: boolean;
  /** Reason why the list is empty; undefined unless it is loaded and empty. */
  readonly explanation: EmptyListExplanation | undefined;
  /** State of the next page. 'end': there is none. 'capped': the maximum number of pages is loaded. */
  readonly more: 'end' | 'waiting' | 'loading' | 'failed' | 'capped';
}

/** Correction of the search by the API, which knows similar words: pages don't have the code for them. */
const correctionAtom = serverData((get) => {
  const filters = { ...get(defaultFiltersAtom), search: get(filtersAtom).search.trim() };
  return {
    key: ['correction', filters.search],
    scope: 'shop',
    load: async (api, options) =>
      mapResult(
        await api.queryProducts(
          { query: { filters, priceLimit: filters.maxPrice, limit: 1 } },
          options,
        ),
        ({ corrected }) => corrected ?? null,
      ),
  };
});

/** Whether no title of the whole list has the search. */
const unknownSearchAtom = atom((get): boolean => {
  const { data } = get(productsAtom);
  const { search } = get(filtersAtom);
  const filters = { ...get(defaultFiltersAtom), maxPrice: Number.POSITIVE_INFINITY, search };
  return data !== undefined && search.trim() !== '' && filterProducts(data, filters).length === 0;
});

const wholeListAtom = atom((get): ProductList => {
  const { isError } = get(productsAtom);
  const data = get(catalogueAtom);
  const filters = get(filtersAtom);
  const correction = get(unknownSearchAtom) ? get(correctionAtom) : undefined;
  const corrected = correction?.data ?? undefined;
  const search = corrected ? { search: corrected, isCorrected: true } : {};
  const applied = { ...filters, ...search };
  const products = oneOfEachStyle(filterProducts(data ?? [], applied));
  const defaults = get(defaultFiltersAtom);
  const isLoaded = data && !correction?.isPending;
  return {
    status: isLoaded ? 'loaded' : isError && !data ? 'failed' : 'loading',
    products,
    count: products.length,
    isCounted: true,
    filters,
    corrected,
    isOutdated: false,
    isStale: isError && data !== undefined,
    explanation:
      isLoaded && products.length === 0
        ? {
            mostRestrictive: mostRestrictiveFilter(data, applied, defaults),
            relaxations: usefulRelaxations(data, applied, defaults),
            cheapestAbove: cheapestAboveLimit(data, applied, defaults),
          }
        : undefined,
    more: 'end',
  };
});

interface QueriedPage extends OutputOf<'queryProducts'> {
  readonly filters: Filters;
}

const listQueryAtom = serverData<QueriedPage>(
  (get) => {
    const filters = get(filtersAtom);
    const { maxPrice: priceLimit } = get(configurationAtom);
    const trimmed = { ...filters, search: filters.search.trim() };
    return {
      key: ['product-list', filtersToSearchParams(trimmed).toString()],
      scope: 'shop',
      isWanted: get(isListOpenAtom),
      keepsEarlier: true,
      load: async (api, options, cursor) =>
        mapResult(
          await api.queryProducts({ query: { filters, priceLimit, cursor } }, options),
          (page) => ({ ...page, filters }),
        ),
    };
  },
  ({ next }) => next ?? undefined,
);

const pagesAtom = atom((get) => get(listQueryAtom).data ?? []);
/**
 * Products of the loaded pages. The array stays the same until another page arrives, so that React doesn't rerender
 * products.
 */
const queriedProductsAtom = atom((get) => {
  const products = get(pagesAtom).flatMap((page) => page.products);
  // A product that the catalogue has moved meanwhile is also on a later page.
  return [...new Map(products.map((product) => [product.id, product])).values()];
});

const explanationOf = ({ explanation }: Partial<QueriedPage>): EmptyListExplanation | undefined =>
  explanation && {
    ...explanation,
    mostRestrictive: explanation.mostRestrictive ?? undefined,
    cheapestAbove: explanation.cheapestAbove ?? undefined,
  };

const moreAtom = atom((get): ProductList['more'] => {
  const { hasNextPage, isFetchingNextPage, isFetchNextPageError } = get(listQueryAtom);
  if (isFetchingNextPage) return 'loading';
  if (!hasNextPage) return 'end';
  if (get(pagesAtom).length >= MAX_PAGES) return 'capped';
  return isFetchNextPageError ? 'failed' : 'waiting';
});

const queriedListAtom = atom((get): ProductList => {
  const { data, isError, isFetchNextPageError, isPlaceholderData } = get(listQueryAtom);
  const first: Partial<QueriedPage> = get(pagesAtom)[0] ?? {};
  const { listed = 0 } = first;
  return {
    status: data ? 'loaded' : isError ? 'failed' : 'loading',
    products: get(queriedProductsAtom),
    count: Math.min(listed, COUNTED_PRODUCTS_LIMIT),
    isCounted: listed <= COUNTED_PRODUCTS_LIMIT,
    filters: first.filters ?? get(filtersAtom),
    corrected: first.corrected,
    isOutdated: isPlaceholderData,
    isStale: isError && data !== undefined && !isFetchNextPageError,
    explanation: explanationOf(first),
    more: get(moreAtom),
  };
});

export const productListAtom: Atom<ProductList> = sharedValue(
  'productListAtom',
  [filtersAtom, productsAtom, 'api'],
  atom((get) => get(get(configurationAtom).queriesCatalogue ? queriedListAtom : wholeListAtom)),
);

/**
 * Loads the list's next page. Does nothing if there is none, if it is already loading, if the maximum number of pages
 * is loaded, or while the list is outdated.
 */
export const loadMoreProductsAtom = action('loadMoreProductsAtom', [productListAtom], (get) => {
  const { more, isOutdated } = get(productListAtom);
  if (isOutdated || (more !== 'waiting' && more !== 'failed')) return;
  void get(listQueryAtom).fetchNextPage({ cancelRefetch: false });
});

export const reloadProductListAtom = action('reloadProductListAtom', [productListAtom], (get) => {
  void (get(configurationAtom).queriesCatalogue ? get(listQueryAtom) : get(productsAtom)).refetch();
});

/** Query string of the filters: a value that is equal for equal filters, although navigation creates new objects. */
export const queryOf = ({ filters }: Pick<ProductList, 'filters'>): string =>
  filtersToSearchParams(filters).toString();

const queryAtom = atom((get) => queryOf({ filters: get(filtersAtom) }));
const requestedAtom = atom({ query: '', count: PAGE_SIZE });

/**
 * Maximum number of products to show: at first one page; each write adds a page, until the filters change. A grid of
 * thousands would slow down typing in the search. When a shopper returns from a product, the number and the scroll
 * position are as before.
 */
export const shownCountAtom: WritableAtom<number, [], void> = atom(
  (get) => {
    const { query, count } = get(requestedAtom);
    return query === get(queryAtom) ? count : PAGE_SIZE;
  },
  (get, set) =>
    set(requestedAtom, { query: get(queryAtom), count: get(shownCountAtom) + PAGE_SIZE }),
);
