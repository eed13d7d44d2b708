import { defaultFilters, type FilterConstraint, type Filters, filterProducts } from './filters.ts';
import type { Product } from './product.ts';
import { cheapestAboveLimit, mostRestrictiveFilter } from './relax.ts';

/** Products on a page of the list. Fills whole rows at every width. */
export const PAGE_SIZE = 60;

/** A list is counted up to here: the time that counting takes must not grow with the catalogue. */
export const COUNTED_PRODUCTS_LIMIT = 1000;

/** Where a page ended: its last product's price in rupees, and its place in the unsorted catalogue. */
export interface PageEnd {
  readonly price: number;
  readonly position: number;
}

/** One page of the list that the filters describe. */
export interface ProductQuery {
  readonly filters: Filters;
  /** The shop's own price limit, in rupees: the explanation of an empty list depends on it. */
  readonly priceLimit: number;
  /** The most products to return. */
  readonly limit: number;
  /** The end of the page before; left out for the first one. */
  readonly after?: PageEnd | undefined;
}

/** Why a list is empty: what `mostRestrictiveFilter` and `cheapestAboveLimit` say of the catalogue. */
export interface EmptyListExplanation {
  readonly mostRestrictive: FilterConstraint | undefined;
  readonly cheapestAbove: Product | undefined;
}

export interface ProductPage {
  readonly products: readonly Product[];
  /**
   * On the first page only: the length of the whole list. One more than COUNTED_PRODUCTS_LIMIT stands
   * for every longer list.
   */
  readonly listed?: number;
  /** Undefined: this is the last page. */
  readonly next: PageEnd | undefined;
  /** Of an empty list only. */
  readonly explanation?: EmptyListExplanation;
}

const isAfter = (one: PageEnd, other: PageEnd, { sortBy }: Filters): boolean => {
  const step = sortBy === '' ? 0 : one.price - other.price;
  if (step === 0) return one.position > other.position;
  return sortBy === 'LOWTOHIGH' ? step > 0 : step < 0;
};

/** The filters that reset to the shop's own price limit. */
export const defaultsOf = ({ priceLimit }: ProductQuery): Filters => ({
  ...defaultFilters,
  maxPrice: priceLimit,
});

/**
 * A page of `filterProducts`, and what the whole list's caller has to know of it. A server that
 * queries a database has to return the same.
 */
export function queryProducts(products: readonly Product[], query: ProductQuery): ProductPage {
  const { filters, limit, after } = query;
  const positions = new Map(products.map((product, position) => [product, position]));
  const endAt = (product: Product): PageEnd => ({
    price: product.price,
    position: positions.get(product) ?? 0,
  });
  const listed = filterProducts(products, filters);
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
    cheapestAbove: cheapestAboveLimit(products, filters, defaults),
  };
  return { products: [], listed: 0, next: undefined, explanation };
}

/** Opaque to whoever receives it. */
export const formatPageEnd = ({ price, position }: PageEnd): string => `${price}.${position}`;

/** Undefined for a text that `formatPageEnd` did not make. */
export function parsePageEnd(text: string): PageEnd | undefined {
  const [, price, position] = /^(\d{1,15})\.(\d{1,15})$/.exec(text) ?? [];
  return price && position ? { price: Number(price), position: Number(position) } : undefined;
}
