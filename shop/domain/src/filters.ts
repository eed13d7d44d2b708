import type { Category, Product, Size } from './product.ts';
import { searchTextOf } from './search-text.ts';

/** Default price limit, in whole rupees. The shop's configuration can change it. */
export const maxPriceLimit = 4000;
export const ratingThresholds = [4, 3, 2, 1] as const;
export const sortOrders = ['LOWTOHIGH', 'HIGHTOLOW'] as const;

export type MinRating = 0 | (typeof ratingThresholds)[number];
export type SortOrder = (typeof sortOrders)[number];

/** Filters and order of the product list. Empty lists, '' and 0 mean no constraint. */
export interface Filters {
  /** Whole rupees. The default is the shop's limit, which is also the maximum. */
  readonly maxPrice: number;
  readonly categories: readonly Category[];
  readonly sizes: readonly Size[];
  readonly minRating: MinRating;
  readonly sortBy: '' | SortOrder;
  /** Text as typed. Titles are compared by `searchTextOf`. */
  readonly search: string;
  /** Whether `search` is a correction, from `correctSearch`, whose words a title may have in any order. */
  readonly isCorrected?: boolean;
}

/** Field of Filters that can hide a product. */
export type FilterConstraint = Exclude<keyof Filters, 'sortBy' | 'isCorrected'>;

/** Default filters of a shop that keeps the default price limit. */
export const defaultFilters: Filters = {
  maxPrice: maxPriceLimit,
  categories: [],
  sizes: [],
  minRating: 0,
  sortBy: '',
  search: '',
};

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

/** Fields of Filters that can hide a product, in the order of the filter panel; the search comes last. */
export const filterConstraints = [
  'maxPrice',
  'categories',
  'sizes',
  'minRating',
  'search',
] as const satisfies readonly FilterConstraint[];

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
