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
  PAGE_SIZE,
  type Product,
} from '@patchwork/shop/domain';
import { type Atom, atom, type WritableAtom } from 'jotai';
import {
  defaultFiltersAtom,
  filtersAtom,
  filtersToSearchParams,
  isListOpenAtom,
} from './filters.ts';

/** Limit of list pages that are kept: 3,000 products, even if the shop is open for hours. */
const MAX_PAGES = 50;

/** The loaded part of the product list. */
export interface ProductList {
  readonly status: 'loading' | 'failed' | 'loaded';
  readonly products: readonly Product[];
  /** Length of the whole list; if `isCounted` is false, a number that it exceeds. */
  readonly count: number;
  readonly isCounted: boolean;
  readonly filters: Filters;
  /** Whether the filters have changed since, and their products are not loaded yet. */
  readonly isOutdated: boolean;
  /** Present for an empty list that is loaded. */
  readonly explanation: EmptyListExplanation | undefined;
  /** State of the products that follow. 'end': none follow. 'capped': they are too many to be kept. */
  readonly more: 'end' | 'waiting' | 'loading' | 'failed' | 'capped';
}

const wholeListAtom = atom((get): ProductList => {
  const { data, isError } = get(productsAtom);
  const filters = get(filtersAtom);
  const products = filterProducts(data ?? [], filters);
  const defaults = get(defaultFiltersAtom);
  return {
    status: data ? 'loaded' : isError ? 'failed' : 'loading',
    products,
    count: products.length,
    isCounted: true,
    filters,
    isOutdated: false,
    explanation:
      data && products.length === 0
        ? {
            mostRestrictive: mostRestrictiveFilter(data, filters, defaults),
            cheapestAbove: cheapestAboveLimit(data, filters, defaults),
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
/** Keeps its array until another page arrives, so that React renders no product twice. */
const queriedProductsAtom = atom((get) => get(pagesAtom).flatMap(({ products }) => products));

const explanationOf = ({ explanation }: Partial<QueriedPage>): EmptyListExplanation | undefined =>
  explanation && {
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
  const { data, isError, isPlaceholderData } = get(listQueryAtom);
  const first: Partial<QueriedPage> = get(pagesAtom)[0] ?? {};
  const { listed = 0 } = first;
  return {
    status: data ? 'loaded' : isError ? 'failed' : 'loading',
    products: get(queriedProductsAtom),
    count: Math.min(listed, COUNTED_PRODUCTS_LIMIT),
    isCounted: listed <= COUNTED_PRODUCTS_LIMIT,
    filters: first.filters ?? get(filtersAtom),
    isOutdated: isPlaceholderData,
    explanation: explanationOf(first),
    more: get(moreAtom),
  };
});

/** The product list of the filters. */
export const productListAtom: Atom<ProductList> = sharedValue(
  'productListAtom',
  [filtersAtom, productsAtom, 'api'],
  atom((get) => get(get(configurationAtom).queriesCatalogue ? queriedListAtom : wholeListAtom)),
);

/** Loads the next page of the list, if there is one that is not loaded yet. */
export const loadMoreProductsAtom = action('loadMoreProductsAtom', [productListAtom], (get) => {
  const { more, isOutdated } = get(productListAtom);
  if (isOutdated || (more !== 'waiting' && more !== 'failed')) return;
  void get(listQueryAtom).fetchNextPage({ cancelRefetch: false });
});

/** Loads the list again, after a failure. */
export const reloadProductListAtom = action('reloadProductListAtom', [productListAtom], (get) => {
  void (get(configurationAtom).queriesCatalogue ? get(listQueryAtom) : get(productsAtom)).refetch();
});

/** Query of a list's filters: equal for equal filters, which are another object after each navigation. */
export const queryOf = ({ filters }: Pick<ProductList, 'filters'>): string =>
  filtersToSearchParams(filters).toString();

const queryAtom = atom((get) => queryOf({ filters: get(filtersAtom) }));
const requestedAtom = atom({ query: '', count: PAGE_SIZE });

/**
 * The number of products to show at most: one page, until the shopper asks for more of this list. A grid
 * of thousands would slow down typing a search. A shopper who comes back from a product finds as many as
 * before, at the same scroll position.
 */
export const shownCountAtom: WritableAtom<number, [], void> = atom(
  (get) => {
    const { query, count } = get(requestedAtom);
    return query === get(queryAtom) ? count : PAGE_SIZE;
  },
  (get, set) =>
    set(requestedAtom, { query: get(queryAtom), count: get(shownCountAtom) + PAGE_SIZE }),
);
