import { correctSearch } from './correct-search.ts';
import { filterProducts, passes } from './filter-products.ts';
import { defaultFilters, type Filters } from './filters.ts';
import type { Product } from './product.ts';
import {
  COUNTED_PRODUCTS_LIMIT,
  type PageEnd,
  type ProductPage,
  type ProductQuery,
} from './product-query.ts';
import { cheapestAboveLimit, mostRestrictiveFilter, usefulRelaxations } from './relax.ts';
import { searchTextOf } from './search-text.ts';
import { oneOfEachStyle } from './styles.ts';

/*
 * Queries of the catalogue, for servers and the mock. Pages use only their types and constants, which are in another
 * file: in the same one, every page would bundle this code too.
 */

function isAfter(one: PageEnd, other: PageEnd, { sortBy }: Filters): boolean {
  const step = sortBy === '' ? 0 : one.price - other.price;
  if (step === 0) return one.position > other.position;
  return sortBy === 'LOWTOHIGH' ? step > 0 : step < 0;
}

/** Returns the default filters, with the shop's own price limit. */
export const defaultsOf = ({ priceLimit }: ProductQuery): Filters => ({
  ...defaultFilters,
  maxPrice: priceLimit,
});

/** Returns a query for the words of `correctSearch` instead of the search. */
export const withCorrection = (query: ProductQuery, search: string): ProductQuery => ({
  ...query,
  filters: { ...query.filters, search, isCorrected: true },
});

function pageOf(products: readonly Product[], query: ProductQuery): ProductPage {
  const { filters, limit, after } = query;
  const positions = new Map(products.map((product, position) => [product, position]));
  const endAt = (product: Product): PageEnd => ({
    price: product.price,
    position: positions.get(product) ?? 0,
  });
  const listed = oneOfEachStyle(filterProducts(products, filters));
  const rest = after ? listed.filter((product) => isAfter(endAt(product), after, filters)) : listed;
  const page = rest.slice(0, limit);
  const last = page.at(-1);
  const next = last && rest.length > page.length ? endAt(last) : undefined;
  if (after) return { products: page, next };
  if (listed.length > 0) {
    return { products: page, listed: Math.min(listed.length, COUNTED_PRODUCTS_LIMIT + 1), next };
  }
  const defaults = defaultsOf(query);
  const explanation = {
    mostRestrictive: mostRestrictiveFilter(products, filters, defaults),
    relaxations: usefulRelaxations(products, filters, defaults),
    cheapestAbove: cheapestAboveLimit(products, filters, defaults),
  };
  return { products: [], listed: 0, next: undefined, explanation };
}

/**
 * Returns a page of `filterProducts`, with one product of each style. The first page also has the number of matches, counted up to a limit, and, if
 * there are none, the reason. A search that no title has is corrected. Implementations on a database must return the
 * same.
 */
export function queryProducts(products: readonly Product[], query: ProductQuery): ProductPage {
  const page = pageOf(products, query);
  const { search } = query.filters;
  const isFound = (product: Product) => passes(product, query.filters, 'search');
  if (searchTextOf(search) === '' || page.products.length > 0 || products.some(isFound))
    return page;
  const corrected = correctSearch(
    products.map(({ title }) => title),
    search,
  );
  if (corrected === '') return { ...page, corrected };
  return { ...pageOf(products, withCorrection(query, corrected)), corrected };
}
