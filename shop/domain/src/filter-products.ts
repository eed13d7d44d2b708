import {
  defaultFilters,
  type FilterConstraint,
  type Filters,
  filterConstraints,
  type SortOrder,
} from './filters.ts';
import type { Product } from './product.ts';
import { searchTextOf } from './search-text.ts';

/* Not in filters.ts, whose constants the table of endpoints needs: each page would have this code. */

/** Returns the parts that a title must have to be found; '' is in each title. */
export function searchTerms({ search, isCorrected }: Filters): string[] {
  const text = searchTextOf(search);
  return isCorrected ? text.split(' ') : [text];
}

const tests: Record<FilterConstraint, (product: Product, filters: Filters) => boolean> = {
  maxPrice: (product, { maxPrice }) => product.price <= maxPrice,
  categories: (product, { categories }) =>
    categories.length === 0 || categories.includes(product.category),
  sizes: (product, { sizes }) => sizes.length === 0 || sizes.includes(product.size),
  minRating: (product, { minRating }) => product.rating >= minRating,
  search: (product, filters) => {
    const title = searchTextOf(product.title);
    return searchTerms(filters).every((term) => title.includes(term));
  },
};

/** Whether a product passes one constraint, regardless of the others. */
export const passes = (product: Product, filters: Filters, constraint: FilterConstraint): boolean =>
  tests[constraint](product, filters);

const differs: Record<FilterConstraint, (filters: Filters, defaults: Filters) => boolean> = {
  maxPrice: ({ maxPrice }, defaults) => maxPrice < defaults.maxPrice,
  categories: ({ categories }) => categories.length > 0,
  sizes: ({ sizes }) => sizes.length > 0,
  minRating: ({ minRating }) => minRating > 0,
  search: ({ search }) => searchTextOf(search) !== '',
};

/** Returns the active constraints (those stricter than `defaults`), in the order of filterConstraints. */
export const activeConstraints = (
  filters: Filters,
  defaults: Filters = defaultFilters,
): FilterConstraint[] =>
  filterConstraints.filter((constraint) => differs[constraint](filters, defaults));

const comparePrice: Record<SortOrder, (a: Product, b: Product) => number> = {
  LOWTOHIGH: (a, b) => a.price - b.price,
  HIGHTOLOW: (a, b) => b.price - a.price,
};

/** Returns the products that meet every constraint, sorted by price if `sortBy` is set. The sort is stable. */
export function filterProducts(products: readonly Product[], filters: Filters): Product[] {
  // The price limit applies even at its default value. Other constraints at their default hide nothing, so they are
  // skipped to save time.
  const active = filterConstraints.filter(
    (constraint) => constraint === 'maxPrice' || differs[constraint](filters, defaultFilters),
  );
  const passing = active.reduce(
    (left, constraint) => left.filter((product) => passes(product, filters, constraint)),
    [...products],
  );
  return filters.sortBy === '' ? passing : passing.toSorted(comparePrice[filters.sortBy]);
}
