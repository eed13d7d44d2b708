import {
  COUNTED_PRODUCTS_LIMIT,
  cheapestAboveLimit,
  type EmptyListExplanation,
  type Filters,
  filterProducts,
  mostRestrictiveFilter,
  type Product,
} from '@patchwork/domain';
import { type Atom, atom } from 'jotai';
import { action, sharedValue } from '../shared.ts';
import { productsAtom, queriesCatalogueAtom } from './catalogue.ts';
import { defaultFiltersAtom, filtersAtom } from './filters.ts';
import { listQueryAtom, type QueriedPage } from './list-query.ts';

/** So that a page which is open for hours keeps 3,000 products in memory at most. */
const MAX_PAGES = 50;

/** What the product list shows. */
export interface ProductList {
  readonly status: 'loading' | 'failed' | 'loaded';
  /** Those of the list that are loaded, from its beginning. */
  readonly products: readonly Product[];
  /** The length of the whole list, or, if `isCounted` is false, what it is longer than. */
  readonly count: number;
  readonly isCounted: boolean;
  /** What the products match. */
  readonly filters: Filters;
  /** The filters have changed since, and their products are not loaded yet. */
  readonly isOutdated: boolean;
  /** Of an empty list that is loaded. */
  readonly explanation: EmptyListExplanation | undefined;
  /** What follows the products. 'end': nothing. 'capped': too many to be kept. */
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

const pagesAtom = atom((get) => get(listQueryAtom).data?.pages ?? []);
/** The same list until a page arrives, so that React renders no product twice. */
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

/** The product list of the filters. Written by the API's responses, and by loading more of it. */
export const productListAtom: Atom<ProductList> = sharedValue(
  'productListAtom',
  [filtersAtom, productsAtom, 'api'],
  atom((get) => get(get(queriesCatalogueAtom) ? queriedListAtom : wholeListAtom)),
);

/** Loads the next page of the list, if there is one that is not loaded yet. */
export const loadMoreProductsAtom = action('loadMoreProductsAtom', [productListAtom], (get) => {
  const { more, isOutdated } = get(productListAtom);
  if (isOutdated || (more !== 'waiting' && more !== 'failed')) return;
  void get(listQueryAtom).fetchNextPage({ cancelRefetch: false });
});

/** Loads the list again, after a failure. */
export const reloadProductListAtom = action('reloadProductListAtom', [productListAtom], (get) => {
  void (get(queriesCatalogueAtom) ? get(listQueryAtom) : get(productsAtom)).refetch();
});

/** Products that a list has loaded, so that a page of one of them need not wait. Loads nothing more. */
export const loadedProductsAtom: Atom<readonly Product[]> = sharedValue(
  'loadedProductsAtom',
  [productListAtom, productsAtom],
  atom((get) =>
    get(queriesCatalogueAtom) ? get(queriedProductsAtom) : (get(productsAtom).data ?? []),
  ),
);
