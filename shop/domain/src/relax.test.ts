import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { catalogues, filterStates } from './arbitraries.ts';
import { activeConstraints, filterProducts } from './filter-products.ts';
import { defaultFilters, type Filters } from './filters.ts';
import {
  cheapestAboveLimit,
  mostRestrictiveFilter,
  relaxFilter,
  usefulRelaxations,
} from './relax.ts';
import { aProduct } from './testing.ts';

const shop = [
  aProduct({ id: 'kurta', title: 'Kurta', category: 'MEN', size: 'XXL', price: 1599 }),
  aProduct({ id: 'dress', title: 'Dress', category: 'WOMEN', size: 'M', price: 2719 }),
  aProduct({ id: 'tunic', title: 'Tunic', category: 'WOMEN', size: 'L', price: 1799 }),
  aProduct({ id: 'raincoat', title: 'Raincoat', category: 'KIDS', size: 'M', price: 999 }),
];
const mostRestrictive = (filters: Partial<Filters>) =>
  mostRestrictiveFilter(shop, { ...defaultFilters, ...filters });

describe('mostRestrictiveFilter', () => {
  test('names the constraint that hides the most by itself', () => {
    expect(mostRestrictive({ categories: ['WOMEN'], sizes: ['XL'] })).toBe('sizes');
    expect(mostRestrictive({ categories: ['WOMEN'], search: 'raincoat' })).toBe('search');
    expect(mostRestrictive({ maxPrice: 900, categories: ['WOMEN'] })).toBe('maxPrice');
  });

  test('among equals, names the one whose reset shows the most products again', () => {
    // Each of the two hides all four products, and resetting it brings back none: the first one is named.
    expect(mostRestrictive({ maxPrice: 500, sizes: ['XL'] })).toBe('maxPrice');
    const filters = { categories: ['KIDS'], search: 'tunic', maxPrice: 1700 } as const;
    expect(mostRestrictive(filters)).toBe('search');
  });

  test('is undefined when no constraint is set, or none hides a product', () => {
    expect(mostRestrictive({})).toBeUndefined();
    expect(mostRestrictive({ categories: ['MEN', 'WOMEN', 'KIDS'] })).toBeUndefined();
    expect(mostRestrictive({ search: '  ', sortBy: 'LOWTOHIGH' })).toBeUndefined();
  });

  test('is an active constraint, and defined whenever a constraint hides a product', () => {
    fc.assert(
      fc.property(catalogues, filterStates, (products, filters) => {
        const named = mostRestrictiveFilter(products, filters);
        if (named) expect(activeConstraints(filters)).toContain(named);
        const listed = filterProducts(products, filters).length;
        const hides = listed < filterProducts(products, defaultFilters).length;
        if (hides) expect(named).toBeDefined();
      }),
    );
  });
});

describe('usefulRelaxations', () => {
  const useful = (filters: Partial<Filters>) =>
    usefulRelaxations(shop, { ...defaultFilters, ...filters });

  test('says how many products each reset lists', () => {
    expect(useful({ categories: ['WOMEN'], search: 'raincoat' })).toEqual([
      { constraint: 'categories', listed: 1 },
      { constraint: 'search', listed: 2 },
    ]);
  });

  test('leaves out what would lead to another empty list', () => {
    expect(useful({ maxPrice: 500, sizes: ['XL'] })).toEqual([]);
    expect(useful({ maxPrice: 500, categories: ['KIDS'] })).toEqual([
      { constraint: 'maxPrice', listed: 1 },
    ]);
  });
});

describe('cheapestAboveLimit', () => {
  const coat = aProduct({ id: 'coat', title: 'Silk Coat', category: 'WOMEN', price: 6500 });
  const sari = aProduct({ id: 'sari', title: 'Silk Sari', category: 'WOMEN', price: 5200 });
  const products = [...shop, coat, sari];
  const cheapest = (filters: Partial<Filters>) =>
    cheapestAboveLimit(products, { ...defaultFilters, ...filters });

  test('is the cheapest match if every match costs more than the shop’s limit', () => {
    expect(cheapest({ search: 'silk' })).toBe(sari);
    expect(cheapest({ search: 'silk', maxPrice: 900, sortBy: 'HIGHTOLOW' })).toBe(sari);
  });

  test('is undefined if a match is within the limit, or nothing matches', () => {
    expect(cheapest({ categories: ['WOMEN'] })).toBeUndefined();
    expect(cheapest({ categories: ['WOMEN'], maxPrice: 900 })).toBeUndefined();
    expect(cheapest({ search: 'brocade' })).toBeUndefined();
  });

  test('is undefined once the shop raises its limit', () => {
    const raised = { ...defaultFilters, maxPrice: 5200 };
    expect(cheapestAboveLimit(products, { ...raised, search: 'silk' }, raised)).toBeUndefined();
  });
});

describe('relaxFilter', () => {
  test('resets the price to the shop’s own limit', () => {
    const raised = { ...defaultFilters, maxPrice: 10_000 };
    expect(relaxFilter({ ...raised, maxPrice: 900 }, 'maxPrice', raised)).toEqual(raised);
    expect(activeConstraints(raised, raised)).toEqual([]);
    expect(activeConstraints(defaultFilters, raised)).toEqual(['maxPrice']);
  });

  test('resets that one constraint and keeps the rest, including the sort order', () => {
    const filters: Filters = {
      maxPrice: 900,
      categories: ['MEN'],
      sizes: ['S'],
      minRating: 4,
      sortBy: 'LOWTOHIGH',
      search: 'kurta',
    };
    expect(relaxFilter(filters, 'sizes')).toEqual({ ...filters, sizes: [] });
    expect(relaxFilter(filters, 'maxPrice')).toEqual({ ...filters, maxPrice: 4000 });
  });

  test('never hides a listed product, and leaves one active constraint fewer', () => {
    fc.assert(
      fc.property(catalogues, filterStates, (products, filters) => {
        const listed = filterProducts(products, filters);
        for (const constraint of activeConstraints(filters)) {
          const relaxed = relaxFilter(filters, constraint);
          expect(filterProducts(products, relaxed)).toEqual(expect.arrayContaining(listed));
          expect(activeConstraints(relaxed)).toEqual(
            activeConstraints(filters).filter((each) => each !== constraint),
          );
        }
      }),
    );
  });
});
