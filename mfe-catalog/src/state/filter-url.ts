import {
  categories,
  defaultFilters,
  type Filters,
  ratingThresholds,
  sizes,
  sortOrders,
} from '@patchwork/shop/domain';

/** Returns the query string of a filter state. Defaults are left out, so an empty one is the whole list. */
export function filtersToSearchParams(
  filters: Filters,
  defaults: Filters = defaultFilters,
): URLSearchParams {
  const params = new URLSearchParams();
  if (filters.maxPrice !== defaults.maxPrice) {
    params.set('maxPrice', String(filters.maxPrice));
  }
  for (const category of filters.categories) params.append('category', category);
  for (const size of filters.sizes) params.append('size', size);
  if (filters.minRating !== 0) params.set('minRating', String(filters.minRating));
  if (filters.sortBy !== '') params.set('sort', filters.sortBy);
  if (filters.search !== '') params.set('search', filters.search);
  return params;
}

function readMaxPrice(text: string | null, limit: number): number {
  return text !== null && /^\d+$/.test(text) ? Math.min(Number(text), limit) : limit;
}

/** Each known value once, in the order of the URL; anything else is dropped. */
function readChoices<T extends string>(texts: string[], allowed: readonly T[]): T[] {
  const known = texts.flatMap((text) => allowed.find((value) => value === text) ?? []);
  return [...new Set(known)];
}

/** Returns the filter state of a query string. A field that makes no sense has its default; never throws. */
export const searchParamsToFilters = (
  params: URLSearchParams,
  defaults: Filters = defaultFilters,
): Filters => ({
  maxPrice: readMaxPrice(params.get('maxPrice'), defaults.maxPrice),
  categories: readChoices(params.getAll('category'), categories),
  sizes: readChoices(params.getAll('size'), sizes),
  minRating: ratingThresholds.find((stars) => String(stars) === params.get('minRating')) ?? 0,
  sortBy: sortOrders.find((order) => order === params.get('sort')) ?? '',
  search: params.get('search') ?? '',
});
