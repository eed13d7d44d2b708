import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { catalogues, filterStates } from './arbitraries.ts';
import {
  activeConstraints,
  defaultFilters,
  type FilterConstraint,
  type Filters,
  filterProducts,
} from './filters.ts';
import type { Product } from './product.ts';
import { aProduct } from './testing.ts';

const ids = (products: readonly Product[]) => products.map(({ id }) => id);
const lists = (product: Partial<Product>, filters: Partial<Filters>) =>
  filterProducts([aProduct(product)], { ...defaultFilters, ...filters }).length === 1;

describe('filterProducts', () => {
  test('a price at the maximum is listed, one rupee more is not', () => {
    expect(lists({ price: 1500 }, { maxPrice: 1500 })).toBe(true);
    expect(lists({ price: 1501 }, { maxPrice: 1500 })).toBe(false);
  });

  test("'N stars and above' includes N", () => {
    expect(lists({ rating: 4 }, { minRating: 4 })).toBe(true);
    expect(lists({ rating: 3.9 }, { minRating: 4 })).toBe(false);
  });

  test('minimum rating 0 lists a product without ratings', () => {
    expect(lists({ rating: 0 }, { minRating: 0 })).toBe(true);
    expect(lists({ rating: 0 }, { minRating: 1 })).toBe(false);
  });

  test('no category ticked means all; ticked ones add up', () => {
    expect(lists({ category: 'KIDS' }, { categories: [] })).toBe(true);
    expect(lists({ category: 'KIDS' }, { categories: ['MEN', 'KIDS'] })).toBe(true);
    expect(lists({ category: 'KIDS' }, { categories: ['MEN', 'WOMEN'] })).toBe(false);
  });

  test('no size ticked means all; ticked ones add up', () => {
    expect(lists({ size: 'S' }, { sizes: [] })).toBe(true);
    expect(lists({ size: 'S' }, { sizes: ['S', 'XL'] })).toBe(true);
    expect(lists({ size: 'S' }, { sizes: ['XL'] })).toBe(false);
  });

  test.each(['kurta', ' KURTA ', 'khadi band', '', '   '])(
    'search %j finds the kurta',
    (search) => {
      expect(lists({ title: 'Khadi Band-Collar Kurta' }, { search })).toBe(true);
    },
  );

  test('search looks at the title only, and inner spaces count', () => {
    expect(lists({ title: 'Kurta', description: 'linen' }, { search: 'linen' })).toBe(false);
    expect(lists({ title: 'Band-Collar Kurta' }, { search: 'collar  kurta' })).toBe(false);
  });

  test('sorts by price both ways, and does not change the list it gets', () => {
    const products = [300, 100, 200].map((price) => aProduct({ id: String(price), price }));
    const sorted = (sortBy: Filters['sortBy']) =>
      ids(filterProducts(products, { ...defaultFilters, sortBy }));
    expect(sorted('LOWTOHIGH')).toEqual(['100', '200', '300']);
    expect(sorted('HIGHTOLOW')).toEqual(['300', '200', '100']);
    expect(sorted('')).toEqual(['300', '100', '200']);
    expect(ids(products)).toEqual(['300', '100', '200']);
  });
});

describe('activeConstraints', () => {
  test('there are none by default, and sorting is none', () => {
    expect(activeConstraints({ ...defaultFilters, sortBy: 'LOWTOHIGH' })).toEqual([]);
  });

  test('a search of spaces is none', () => {
    expect(activeConstraints({ ...defaultFilters, search: '  ' })).toEqual([]);
  });

  test('all five are named in the order of the panel', () => {
    const filters: Filters = {
      search: 'x',
      minRating: 1,
      sizes: ['S'],
      categories: ['MEN'],
      maxPrice: 3999,
      sortBy: '',
    };
    expect(activeConstraints(filters)).toEqual([
      'maxPrice',
      'categories',
      'sizes',
      'minRating',
      'search',
    ]);
  });
});

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
