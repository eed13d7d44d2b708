import type { Category, Size } from './product.ts';

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

/** Fields of Filters that can hide a product, in the order of the filter panel; the search comes last. */
export const filterConstraints = [
  'maxPrice',
  'categories',
  'sizes',
  'minRating',
  'search',
] as const satisfies readonly FilterConstraint[];
