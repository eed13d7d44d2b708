import type { FilterConstraint, Filters } from './filters.ts';
import type { Product } from './product.ts';

/** Number of products on a page of the list. It is divisible by the number of columns at every width. */
export const PAGE_SIZE = 60;

/** Maximum number of matches that are counted: the time to count must not grow with the catalogue. */
export const COUNTED_PRODUCTS_LIMIT = 100;

/** Maximum number of trending products on the home page: the first ones in the catalogue's order. */
export const MAX_TRENDING = 12;

/** End of a page: the price in rupees of its last product, and that product's index in the unsorted catalogue. */
export interface PageEnd {
  readonly price: number;
  readonly position: number;
}

export interface ProductQuery {
  readonly filters: Filters;
  /** The shop's price limit in rupees. The explanation of an empty list depends on it. */
  readonly priceLimit: number;
  readonly limit: number;
  /** End of the previous page; left out for the first page. */
  readonly after?: PageEnd | undefined;
}

/** A constraint whose reset lists products, and how many; COUNTED_PRODUCTS_LIMIT + 1 means more than the limit. */
export interface Relaxation {
  readonly constraint: FilterConstraint;
  readonly listed: number;
}

/**
 * Reason why a list is empty, and ways out: the results of `mostRestrictiveFilter`, `usefulRelaxations` and
 * `cheapestAboveLimit`.
 */
export interface EmptyListExplanation {
  readonly mostRestrictive: FilterConstraint | undefined;
  readonly relaxations: readonly Relaxation[];
  readonly cheapestAbove: Product | undefined;
}

export interface ProductPage {
  readonly products: readonly Product[];
  /**
   * Number of products in the whole list; on the first page only. COUNTED_PRODUCTS_LIMIT + 1 means more than the limit.
   */
  readonly listed?: number;
  /** End of this page; undefined on the last page. */
  readonly next: PageEnd | undefined;
  /**
   * Words that the list shows instead of the search, because no title has it, whatever the other filters; '' if no title
   * is similar either.
   */
  readonly corrected?: string;
  /** Reason why the list is empty, if it is. */
  readonly explanation?: EmptyListExplanation;
}

/** Encodes a page's end as an opaque cursor. */
export const formatPageEnd = ({ price, position }: PageEnd): string => `${price}.${position}`;

/** Decodes a cursor from `formatPageEnd`; undefined for any other text. */
export function parsePageEnd(text: string): PageEnd | undefined {
  const [, price, position] = /^(\d{1,15})\.(\d{1,15})$/.exec(text) ?? [];
  return price && position ? { price: Number(price), position: Number(position) } : undefined;
}
