import type { FilterConstraint, Filters } from './filters.ts';
import type { Product } from './product.ts';

/** Products on a page of the list. Fills whole rows at every width. */
export const PAGE_SIZE = 60;

/** Longest list that is counted: the time for counting must not grow with the catalogue. */
export const COUNTED_PRODUCTS_LIMIT = 500;

/** Maximum number of products that home shows as trending: the first ones of the catalogue. */
export const MAX_TRENDING = 12;

/** End of a page: its last product's price in rupees, and that product's place in the unsorted catalogue. */
export interface PageEnd {
  readonly price: number;
  readonly position: number;
}

/** Request for a page of the list that the filters describe. */
export interface ProductQuery {
  readonly filters: Filters;
  /** The shop's own price limit, in rupees: the explanation of an empty list depends on it. */
  readonly priceLimit: number;
  /** Maximum number of products to return. */
  readonly limit: number;
  /** The end of the previous page; left out for the first one. */
  readonly after?: PageEnd | undefined;
}

/** Reason why a list is empty: the results of `mostRestrictiveFilter` and `cheapestAboveLimit`. */
export interface EmptyListExplanation {
  readonly mostRestrictive: FilterConstraint | undefined;
  readonly cheapestAbove: Product | undefined;
}

export interface ProductPage {
  readonly products: readonly Product[];
  /** Length of the whole list, on the first page only. COUNTED_PRODUCTS_LIMIT + 1 stands for every longer list. */
  readonly listed?: number;
  /** Undefined on the last page. */
  readonly next: PageEnd | undefined;
  /** Present for an empty list only. */
  readonly explanation?: EmptyListExplanation;
}

/** Formats a page's end as a text that is opaque to its receivers. */
export const formatPageEnd = ({ price, position }: PageEnd): string => `${price}.${position}`;

/** Reads a text that `formatPageEnd` made. Undefined for any other. */
export function parsePageEnd(text: string): PageEnd | undefined {
  const [, price, position] = /^(\d{1,15})\.(\d{1,15})$/.exec(text) ?? [];
  return price && position ? { price: Number(price), position: Number(position) } : undefined;
}
