import fc from 'fast-check';
import { expect, test } from 'vitest';
import { catalogues, filterStates } from './arbitraries.ts';
import {
  activeConstraints,
  defaultFilters,
  type FilterConstraint,
  type Filters,
  filterProducts,
} from './filters.ts';

const constraints: FilterConstraint[] = ['maxPrice', 'categories', 'sizes', 'minRating', 'search'];
const only = (filters: Filters, constraint: FilterConstraint): Filters => ({
  ...defaultFilters,
  [constraint]: filters[constraint],
});
const unsorted = (filters: Filters): Filters => ({ ...filters, sortBy: '' });

test('filtering never invents or duplicates a product', () => {
  fc.assert(
    fc.property(catalogues, filterStates, (products, filters) => {
      const listed = filterProducts(products, filters);
      expect(new Set(listed).size).toBe(listed.length);
      expect(listed.every((product) => products.includes(product))).toBe(true);
    }),
  );
});

test('the whole filter is the intersection of its parts', () => {
  fc.assert(
    fc.property(catalogues, filterStates, (products, filters) => {
      const parts = constraints.map((each) => filterProducts(products, only(filters, each)));
      const inAll = products.filter((product) => parts.every((part) => part.includes(product)));
      expect(filterProducts(products, unsorted(filters))).toEqual(inAll);
    }),
  );
});

test('the order in which filters are applied does not matter', () => {
  const orders = fc.shuffledSubarray(constraints, { minLength: constraints.length });
  fc.assert(
    fc.property(catalogues, filterStates, orders, (products, filters, order) => {
      const oneByOne = order.reduce(
        (left, constraint) => filterProducts(left, only(filters, constraint)),
        products,
      );
      expect(oneByOne).toEqual(filterProducts(products, unsorted(filters)));
    }),
  );
});

test('the order in which checkboxes were ticked does not matter', () => {
  fc.assert(
    fc.property(catalogues, filterStates, (products, filters) => {
      const otherWay: Filters = {
        ...filters,
        categories: filters.categories.toReversed(),
        sizes: filters.sizes.toReversed(),
      };
      expect(filterProducts(products, otherWay)).toEqual(filterProducts(products, filters));
    }),
  );
});

test('sorting orders by price, is stable, and hides nothing', () => {
  const sorted = fc.constantFrom('LOWTOHIGH' as const, 'HIGHTOLOW' as const);
  fc.assert(
    fc.property(catalogues, filterStates, sorted, (products, filters, sortBy) => {
      const before = filterProducts(products, unsorted(filters));
      const after = filterProducts(products, { ...filters, sortBy });
      expect(after).toHaveLength(before.length);
      const direction = sortBy === 'LOWTOHIGH' ? 1 : -1;
      for (const [index, product] of after.entries()) {
        const next = after[index + 1];
        if (!next) continue;
        const step = (next.price - product.price) * direction;
        expect(step).toBeGreaterThanOrEqual(0);
        if (step === 0) expect(before.indexOf(product)).toBeLessThan(before.indexOf(next));
      }
    }),
    { numRuns: 500 },
  );
});

test('a constraint that is not active hides nothing that the price limit lets through', () => {
  fc.assert(
    fc.property(catalogues, filterStates, (products, filters) => {
      const active = activeConstraints(filters);
      for (const constraint of constraints.filter((each) => !active.includes(each))) {
        expect(filterProducts(products, only(filters, constraint))).toEqual(
          filterProducts(products, defaultFilters),
        );
      }
    }),
  );
});
