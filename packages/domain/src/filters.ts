import type { Category, Size } from './product.ts';

export const maxPriceLimit = 4000;
export const ratingThresholds = [4, 3, 2, 1] as const;
export const sortOrders = ['LOWTOHIGH', 'HIGHTOLOW'] as const;

export type MinRating = 0 | (typeof ratingThresholds)[number];
export type SortOrder = (typeof sortOrders)[number];

/** What narrows and orders the product list. Empty lists, '' and 0 mean: no constraint. */
export interface Filters {
  /** Whole rupees, 0 to 4000. 4000 is the slider's end. */
  readonly maxPrice: number;
  readonly categories: readonly Category[];
  readonly sizes: readonly Size[];
  readonly minRating: MinRating;
  readonly sortBy: '' | SortOrder;
  /** As typed; compared trimmed and without case. */
  readonly search: string;
}
