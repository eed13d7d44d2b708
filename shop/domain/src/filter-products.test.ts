import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { catalogues, filterStates } from './arbitraries.ts';
import { activeConstraints, filterProducts } from './filter-products.ts';
import { defaultFilters, type FilterConstraint, type Filters } from './filters.ts';
import type { Product } from './product.ts';
import { aProduct } from './testing.ts';

const ids = (products: readonly Product[]) => products.map(({ id }) => id);
const lists = (product: Partial<Product>, filters: Partial<Filters>) =>
  filterProducts([aProduct(product)], { ...defaultFilters, ...filters }).length === 1;

describe('filterProducts', () => {
  test.each<[rule: string, Partial<Product>, listed: Partial<Filters>, not: Partial<Filters>]>([
    ['up to the maximum price', { price: 1501 }, { maxPrice: 1501 }, { maxPrice: 1500 }],
    ['with N stars and above', { rating: 3 }, { minRating: 3 }, { minRating: 4 }],
    ['without ratings unless a minimum is set', { rating: 0 }, { minRating: 0 }, { minRating: 1 }],
    [
      'of every category if none is ticked',
      { category: 'KIDS' },
      { categories: [] },
      { categories: ['MEN', 'WOMEN'] },
    ],
    [
      'of a ticked category',
      { category: 'KIDS' },
      { categories: ['MEN', 'KIDS'] },
      { categories: ['MEN'] },
    ],
    ['of every size if none is ticked', { size: 'S' }, { sizes: [] }, { sizes: ['XL'] }],
    ['of a ticked size', { size: 'S' }, { sizes: ['S', 'XL'] }, { sizes: ['M', 'XL'] }],
    [
      'by a search in their titles alone',
      { title: 'Kurta', description: 'linen' },
      { search: 'kurta' },
      { search: 'linen' },
    ],
    [
      'by a search in any case, and with any white space',
      { title: 'Khadi\u00a0 Kurta' },
      { search: ' KHADI\u3000KU ' },
      { search: 'khadiku' },
    ],
    [
      'by a search with composed or decomposed letters',
      { title: 'Cafe\u0301 Apron' },
      { search: 'café' },
      { search: 'cafe' },
    ],
    [
      'by the words of a correction in any order',
      { title: 'Khadi Band-Collar Kurta' },
      { search: 'kurta khadi', isCorrected: true },
      { search: 'kurta khadi' },
    ],
    ['of any title if the search is blank', { title: 'Kurta' }, { search: '   ' }, { search: 'x' }],
  ])('lists products %s', (_, product, listed, not) => {
    expect([lists(product, listed), lists(product, not)]).toEqual([true, false]);
  });

  test('sorts by price in both directions without changing the given list', () => {
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
  test('is empty by default; sorting and a search for spaces do not count', () => {
    const filters: Filters = { ...defaultFilters, sortBy: 'LOWTOHIGH', search: '  ' };
    expect(activeConstraints(filters)).toEqual([]);
  });

  test('lists all five in the order of the filter panel', () => {
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

test('the combined filter is the intersection of its parts', () => {
  fc.assert(
    fc.property(catalogues, filterStates, (products, filters) => {
      const parts = constraints.map((each) => filterProducts(products, only(filters, each)));
      const inAll = products.filter((product) => parts.every((part) => part.includes(product)));
      expect(filterProducts(products, unsorted(filters))).toEqual(inAll);
    }),
  );
});

test('the order in which checkboxes were selected does not matter', () => {
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

test('sorting orders by price, is stable, and neither hides, invents nor repeats products', () => {
  const sorted = fc.constantFrom('LOWTOHIGH' as const, 'HIGHTOLOW' as const);
  fc.assert(
    fc.property(catalogues, filterStates, sorted, (products, filters, sortBy) => {
      const before = filterProducts(products, unsorted(filters));
      const after = filterProducts(products, { ...filters, sortBy });
      expect(after).toHaveLength(before.length);
      expect(new Set(after)).toEqual(new Set(before));
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

test('an inactive constraint hides no product within the price limit', () => {
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
