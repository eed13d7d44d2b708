import {
  activeConstraints,
  defaultFilters,
  type FilterConstraint,
  type Filters,
  filterProducts,
  passes,
} from './filters.ts';
import type { Product } from './product.ts';

/** The same filters without one constraint. */
export const relaxFilter = (filters: Filters, constraint: FilterConstraint): Filters => ({
  ...filters,
  [constraint]: defaultFilters[constraint],
});

/**
 * The active constraint that hides the most products when each is taken alone; among equals, the
 * one whose relaxing brings back the most. Undefined when none hides anything.
 */
export const mostRestrictiveFilter = (
  products: readonly Product[],
  filters: Filters,
): FilterConstraint | undefined =>
  activeConstraints(filters)
    .map((constraint) => ({
      constraint,
      hidden: products.filter((product) => !passes(product, filters, constraint)).length,
      listed: filterProducts(products, relaxFilter(filters, constraint)).length,
    }))
    .filter(({ hidden }) => hidden > 0)
    .toSorted((a, b) => b.hidden - a.hidden || b.listed - a.listed)[0]?.constraint;
