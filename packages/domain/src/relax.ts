import {
  activeConstraints,
  defaultFilters,
  type FilterConstraint,
  type Filters,
  filterProducts,
  passes,
} from './filters.ts';
import type { Product } from './product.ts';

/** Returns the filters without one constraint. */
export const relaxFilter = (
  filters: Filters,
  constraint: FilterConstraint,
  defaults: Filters = defaultFilters,
): Filters => ({
  ...filters,
  [constraint]: defaults[constraint],
});

/**
 * The active constraint that hides the most products when each is taken alone; among equals, the
 * one whose relaxing brings back the most. Undefined when none hides anything.
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
 * The cheapest match where all that matches costs more than the shop's price limit, so that relaxing
 * the price brings nothing back. Undefined where a match is within the limit, or nothing matches.
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
