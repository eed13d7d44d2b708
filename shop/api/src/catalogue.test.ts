import { defaultFilters, formatPageEnd, PAGE_SIZE } from '@patchwork/domain';
import { filterStates } from '@patchwork/domain/arbitraries';
import fc from 'fast-check';
import * as v from 'valibot';
import { expect, test } from 'vitest';
import { encodeProductPage, type ProductPageRequest, productPageResponse } from './catalogue.ts';
import { endpoints } from './endpoints.ts';
import { parseQuery } from './parse-input.ts';
import { searchFor } from './request.ts';

const { queryProducts } = endpoints;
const addressOf = (query: ProductPageRequest) => searchFor(queryProducts, query);
const read = (search: string) => parseQuery(queryProducts.query, new URLSearchParams(search));

const sendable = filterStates.filter(({ search }) => !search.includes('\u0000'));
const pageEnds = fc.option(fc.record({ price: fc.nat(), position: fc.nat() }), { nil: undefined });

test('a server reads the query that the shop sends', () => {
  fc.assert(
    fc.property(
      sendable,
      fc.integer({ min: 4000, max: 9000 }),
      pageEnds,
      (filters, limit, after) => {
        const cursor = after && formatPageEnd(after);
        expect(read(addressOf({ filters, priceLimit: limit, cursor }))).toEqual({
          ok: true,
          value: {
            filters: { ...filters, search: filters.search.trim() },
            priceLimit: limit,
            limit: PAGE_SIZE,
            after,
          },
        });
      },
    ),
    { numRuns: 500 },
  );
});

test('the unfiltered list has the shortest URL, and equal searches have the same URL', () => {
  expect(addressOf({ filters: defaultFilters, priceLimit: 4000 })).toBe('');
  const addressOfSearch = (search: string) =>
    addressOf({ filters: { ...defaultFilters, search }, priceLimit: 4000 });
  expect(addressOfSearch(' blue shirt ')).toBe('?search=blue+shirt');
  expect(addressOfSearch('   ')).toBe('');
});

test('the first of repeated fields counts, and unknown fields are dropped', () => {
  expect(read('sort=LOWTOHIGH&sort=price&colour=red')).toMatchObject({
    ok: true,
    value: { filters: { ...defaultFilters, sortBy: 'LOWTOHIGH' } },
  });
});

test('any query is read or refused without throwing', () => {
  fc.assert(
    fc.property(fc.webQueryParameters(), (search) => {
      const parsed = read(search);
      if (!parsed.ok) expect(parsed.error.status).toBe(400);
    }),
  );
});

test('a page has null on the wire for fields without a value', () => {
  const relaxations = [{ constraint: 'search', listed: 3 }] as const;
  const explanation = { mostRestrictive: 'search', cheapestAbove: undefined, relaxations } as const;
  const empty = { products: [], listed: 0, next: undefined, explanation };
  const wire = {
    products: [],
    listed: 0,
    next: null,
    explanation: { mostRestrictive: 'search', relaxations, cheapestAbove: null },
  };
  expect(encodeProductPage(empty)).toEqual(wire);
  expect(v.parse(productPageResponse, wire)).toEqual(wire);
});
