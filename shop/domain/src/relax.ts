import { activeConstraints, filterProducts, passes } from './filter-products.ts';
import { defaultFilters, type FilterConstraint, type Filters } from './filters.ts';
import type { Product } from './product.ts';
import { COUNTED_PRODUCTS_LIMIT, type Relaxation } from './product-query.ts';
import { oneOfEachStyle } from './styles.ts';

export const relaxFilter = (
  filters: Filters,
  constraint: FilterConstraint,
  defaults: Filters = defaultFilters,
): Filters => ({
  ...filters,
  [constraint]: defaults[constraint],
});

/**
 * Returns the active constraint that hides the most products by itself. If several hide equally many, returns the one
 * whose reset makes the list longest. Undefined if no active constraint hides a product.
 */
export const mostRestrictiveFilter = (
  products: readonly Product[],
  filters: Filters,
  defaults: Filters = defaultFilters,
): FilterConstraint | undefined =>
  activeConstraints(filters, defaults)
    .map((constraint) => ({
      constraint,
      hidden: products.filter((product) => !passes(product, filters, constraint)).length,
      listed: filterProducts(products, relaxFilter(filters, constraint, defaults)).length,
    }))
    .filter(({ hidden }) => hidden > 0)
    .toSorted((a, b) => b.hidden - a.hidden || b.listed - a.listed)[0]?.constraint;

/**
 * Returns, for each active constraint whose reset lists products, the number that a list shows, at most COUNTED_PRODUCTS_LIMIT + 1,
 * in the order of filterConstraints.
 */
export const usefulRelaxations = (
  products: readonly Product[],
  filters: Filters,
  defaults: Filters = defaultFilters,
): Relaxation[] =>
  activeConstraints(filters, defaults)
    .map((constraint) => {
      const relaxed = oneOfEachStyle(
        filterProducts(products, relaxFilter(filters, constraint, defaults)),
      );
      return { constraint, listed: Math.min(relaxed.length, COUNTED_PRODUCTS_LIMIT + 1) };
    })
    .filter(({ listed }) => listed > 0);

/**
 * Returns the cheapest product that passes all filters except the price, if it costs more than the shop's price limit:
 * resetting the price filter would then not help. Otherwise undefined.
 */
export function cheapestAboveLimit(
  products: readonly Product[],
  filters: Filters,
  defaults: Filters = defaultFilters,
): Product | undefined {
  const atAnyPrice: Filters = { ...filters, maxPrice: Infinity, sortBy: 'LOWTOHIGH' };
  const [cheapest] = filterProducts(products, atAnyPrice);
  return cheapest && cheapest.price > defaults.maxPrice ? cheapest : undefined;
}
