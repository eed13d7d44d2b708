import { filterStates } from '@patchwork/domain/arbitraries';
import { defaultFilters, type Filters } from '@patchwork/shop/domain';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { filtersToSearchParams, searchParamsToFilters } from './filters.ts';

const write = (filters: Filters) => filtersToSearchParams(filters).toString();
const read = (query: string) => searchParamsToFilters(new URLSearchParams(query));

const queries = fc.oneof(
  fc.string({ unit: 'binary' }),
  fc.webQueryParameters(),
  fc
    .array(
      fc.tuple(
        fc.constantFrom('maxPrice', 'category', 'size', 'minRating', 'sort', 'search', 'page'),
        fc.oneof(
          fc.constantFrom(
            'MEN',
            'men',
            'XL',
            '4',
            '0',
            '1500',
            '-1',
            '1e3',
            'LOWTOHIGH',
            'NaN',
            '',
          ),
          fc.string({ unit: 'binary' }),
        ),
      ),
    )
    .map((pairs) => new URLSearchParams(pairs).toString()),
);

describe('the query string', () => {
  test('leaves the defaults out', () => {
    expect(write(defaultFilters)).toBe('');
  });

  test('names every field, repeating category and size', () => {
    const filters: Filters = {
      maxPrice: 1500,
      categories: ['MEN', 'KIDS'],
      sizes: ['S', 'XL'],
      minRating: 4,
      sortBy: 'LOWTOHIGH',
      search: 'blue shirt & co',
    };
    expect(write(filters)).toBe(
      'maxPrice=1500&category=MEN&category=KIDS&size=S&size=XL&minRating=4&sort=LOWTOHIGH&search=blue+shirt+%26+co',
    );
  });
});

describe('a shop with a price limit of its own', () => {
  const dear: Filters = { ...defaultFilters, maxPrice: 10_000 };

  test('has that limit where the query names none, or a higher one', () => {
    expect(searchParamsToFilters(new URLSearchParams(), dear)).toEqual(dear);
    expect(searchParamsToFilters(new URLSearchParams('maxPrice=90000'), dear)).toEqual(dear);
  });

  test('leaves that limit out of the query, and names 4,000', () => {
    expect(filtersToSearchParams(dear, dear).toString()).toBe('');
    expect(filtersToSearchParams(defaultFilters, dear).toString()).toBe('maxPrice=4000');
  });
});

describe('properties', () => {
  test('filters to URL to filters is the identity, for every filter state', () => {
    fc.assert(
      fc.property(filterStates, (filters) => {
        expect(read(write(filters))).toEqual(filters);
      }),
      { numRuns: 500 },
    );
  });

  test('any query is read without throwing, and reading is canonical', () => {
    fc.assert(
      fc.property(queries, (query) => {
        const once = write(read(query));
        expect(write(read(once))).toBe(once);
        expect(read(once)).toEqual(read(query));
      }),
      { numRuns: 500 },
    );
  });

  test('keys of others change nothing', () => {
    fc.assert(
      fc.property(filterStates, fc.string(), (filters, value) => {
        const params = filtersToSearchParams(filters);
        params.append('utm_source', value);
        expect(searchParamsToFilters(params)).toEqual(filters);
      }),
    );
  });
});

describe('garbage gives the default of its field and leaves the others', () => {
  test.each(['', 'abc', '-1', '4001', '99999', '1e3', '12.5', ' 100', '0x10', 'NaN', '١٢'])(
    'maxPrice=%s',
    (value) => {
      const params = new URLSearchParams({ maxPrice: value, sort: 'HIGHTOLOW' });
      expect(searchParamsToFilters(params)).toEqual({ ...defaultFilters, sortBy: 'HIGHTOLOW' });
    },
  );

  test.each(['', '5', '-1', '3.5', '04', 'four'])('minRating=%s', (value) => {
    const params = new URLSearchParams({ minRating: value, maxPrice: '900' });
    expect(searchParamsToFilters(params)).toEqual({ ...defaultFilters, maxPrice: 900 });
  });

  test.each(['', 'lowtohigh', 'price', '__proto__'])('sort=%s', (value) => {
    expect(searchParamsToFilters(new URLSearchParams({ sort: value }))).toEqual(defaultFilters);
  });

  test('unknown categories and sizes are dropped, repeated ones count once', () => {
    expect(read('category=WOMEN&category=DOGS&category=WOMEN&size=XS&size=S')).toEqual({
      ...defaultFilters,
      categories: ['WOMEN'],
      sizes: ['S'],
    });
    expect(read('category=toString&size=constructor')).toEqual(defaultFilters);
  });

  test('of a field that is there twice, the first counts', () => {
    expect(read('maxPrice=900&maxPrice=100').maxPrice).toBe(900);
  });

  test('a broken escape is read as text', () => {
    expect(read('search=%E0%A4%A').search).not.toBe('');
    expect(read('search=100%').search).toBe('100%');
  });
});
