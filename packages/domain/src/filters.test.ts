import { describe, expect, test } from 'vitest';
import { activeConstraints, defaultFilters, type Filters, filterProducts } from './filters.ts';
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
