import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { catalogues, filterStates } from './arbitraries.ts';
import { filterProducts } from './filter-products.ts';
import { defaultFilters, type Filters } from './filters.ts';
import type { Product } from './product.ts';
import {
  COUNTED_PRODUCTS_LIMIT,
  formatPageEnd,
  type PageEnd,
  type ProductPage,
  parsePageEnd,
} from './product-query.ts';
import { queryProducts } from './query-products.ts';
import { cheapestAboveLimit, mostRestrictiveFilter, usefulRelaxations } from './relax.ts';
import { aProduct } from './testing.ts';

const PRICE_LIMIT = 4000;

const ask = (
  products: readonly Product[],
  filters: Partial<Filters>,
  limit: number,
  after?: PageEnd,
): ProductPage =>
  queryProducts(products, {
    filters: { ...defaultFilters, ...filters },
    priceLimit: PRICE_LIMIT,
    limit,
    after,
  });

function allPages(products: readonly Product[], filters: Filters, limit: number): ProductPage[] {
  const pages = [ask(products, filters, limit)];
  for (let next = pages[0]?.next; next; next = pages.at(-1)?.next) {
    pages.push(ask(products, filters, limit, next));
  }
  return pages;
}

test('the pages together are the whole list; only the first contains its length', () => {
  const limits = fc.integer({ min: 1, max: 8 });
  fc.assert(
    fc.property(catalogues, filterStates, limits, (products, filters, limit) => {
      const pages = allPages(products, filters, limit);
      const list = filterProducts(products, filters);
      expect(pages.flatMap((page) => page.products)).toEqual(list);
      for (const page of pages.slice(0, -1)) expect(page.products).toHaveLength(limit);
      expect(pages[0]?.listed).toBe(list.length);
      for (const page of pages.slice(1)) expect(page).not.toHaveProperty('listed');
    }),
    { numRuns: 500 },
  );
});

test('only an empty list is explained', () => {
  fc.assert(
    fc.property(catalogues, filterStates, (products, filters) => {
      const page = ask(products, filters, 3);
      if (page.products.length > 0) {
        expect(page).not.toHaveProperty('explanation');
        return;
      }
      expect(page.explanation).toEqual({
        mostRestrictive: mostRestrictiveFilter(products, filters),
        relaxations: usefulRelaxations(products, filters),
        cheapestAbove: cheapestAboveLimit(products, filters),
      });
    }),
    { numRuns: 500 },
  );
});

test('the matches are counted up to a limit', () => {
  const listOf = (length: number) =>
    Array.from({ length }, (_, index) => aProduct({ id: `shirt-${index}` }));
  expect(ask(listOf(COUNTED_PRODUCTS_LIMIT), {}, 1).listed).toBe(COUNTED_PRODUCTS_LIMIT);
  expect(ask(listOf(COUNTED_PRODUCTS_LIMIT + 1), {}, 1).listed).toBe(COUNTED_PRODUCTS_LIMIT + 1);
  expect(ask(listOf(3 * COUNTED_PRODUCTS_LIMIT), {}, 1).listed).toBe(COUNTED_PRODUCTS_LIMIT + 1);
});

describe('a page that begins after another one', () => {
  const products = ['a', 'b', 'c', 'd'].map((id) =>
    aProduct({ id, price: id === 'a' ? 900 : 700 }),
  );
  const ids = (page: ProductPage) => page.products.map(({ id }) => id);

  test('continues among products of equal price', () => {
    const first = ask(products, { sortBy: 'LOWTOHIGH' }, 2);
    expect(ids(first)).toEqual(['b', 'c']);
    expect(ids(ask(products, { sortBy: 'LOWTOHIGH' }, 2, first.next))).toEqual(['d', 'a']);
  });

  test('does not shift when a product of the previous page changes its price', () => {
    const first = ask(products, { sortBy: 'HIGHTOLOW' }, 2);
    expect(ids(first)).toEqual(['a', 'b']);
    const changed = products.map((product) =>
      product.id === 'b' ? { ...product, price: 5000 } : product,
    );
    expect(ids(ask(changed, { sortBy: 'HIGHTOLOW' }, 2, first.next))).toEqual(['c', 'd']);
  });
});

describe('a cursor', () => {
  test('is decoded to what was encoded', () => {
    const numbers = fc.nat({ max: 1e12 });
    fc.assert(
      fc.property(numbers, numbers, (price, position) => {
        const end = { price, position };
        expect(parsePageEnd(formatPageEnd(end))).toEqual(end);
      }),
    );
  });

  test.each(['', '5', '5.', '.5', '-1.2', '1.2.3', '1e3.4', '1.99999999999999999', ' 1.2', '١.٢'])(
    'is refused if formatPageEnd did not create it: %j',
    (text) => expect(parsePageEnd(text)).toBeUndefined(),
  );
});
