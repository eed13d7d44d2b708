import {
  defaultFilters,
  type Filters,
  type Product,
  type ProductPage,
  queryProducts,
  sizes,
  withSiblings,
} from '@patchwork/domain';
import { catalogues, filterStates, styledCatalogues } from '@patchwork/domain/arbitraries';
import { aProduct } from '@patchwork/domain/testing';
import fc from 'fast-check';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { OpenDatabase } from '../database/database.ts';
import { openDatabase } from '../database/open.ts';
import { products } from '../database/schema.ts';
import { inMemory } from '../testing/server.ts';
import { fromProduct } from './product-row.ts';
import { queryProductRows } from './query-products.ts';

let opened: OpenDatabase;

beforeAll(async () => {
  opened = await openDatabase(inMemory);
});

afterAll(() => opened.close());

/** Stores a catalogue. Before each product, adds a hidden copy of it. */
async function replaceCatalogue(catalogue: readonly Product[]): Promise<void> {
  await opened.db.delete(products);
  if (catalogue.length === 0) return;
  const rows = catalogue.map((product) => ({
    ...fromProduct(product),
    stock: product.inStock ? 1 : 0,
  }));
  const hidden = rows.map((row) => ({ ...row, id: `hidden-${row.id}`, isHidden: true }));
  await opened.db.insert(products).values(hidden);
  await opened.db.insert(products).values(rows);
}

/**
 * Words with letters that Postgres and JavaScript lower-case differently, with wildcards of `like`, and with the letter
 * that separates others in the index for short searches.
 */
const words = fc.constantFrom(
  ...[
    'İpek',
    'IŞIK',
    'straße',
    'STRASSE',
    'ẞ',
    'ΣΑΣ',
    'ﬁne',
    'K',
    'Å',
    'e\u0301',
    'É',
    '🧵 thread',
  ],
  ...['100% cotton', 'a_b', 'back\\slash', "o'clock", '%', '\\', '"', 'कुर्ता', 'Kurta'],
  ...[
    'Aqua',
    'qq',
    'aqqb',
    'Linen\u00a0Shirt',
    'Band-Collar',
    'Cafe\u0301',
    'सूती',
    'no\u200bbreak',
  ],
);
const titles = fc.array(words, { maxLength: 3 }).map((parts) => parts.join(' '));
const partsOfWords = fc
  .tuple(words, fc.nat({ max: 3 }), fc.nat({ max: 3 }), fc.constantFrom('as is', 'upper', 'lower'))
  .map(([word, from, left, letters]) => {
    const part = [...word].slice(from, from + 1 + left).join('');
    if (letters === 'as is') return part;
    return letters === 'upper' ? part.toUpperCase() : part.toLowerCase();
  });

/** Words with a typing error: a letter too many, too few, or another one. */
const misspelt = fc
  .tuple(words, fc.nat({ max: 6 }), fc.constantFrom('', 'a', 'र', 'é'), fc.boolean())
  .map(([word, at, letter, replaces]) =>
    [...word].toSpliced(at, replaces ? 1 : 0, letter).join(''),
  );

/** Parts of titles and misspelt words, also several, separated by any white space. */
const searches = fc
  .tuple(
    fc.array(fc.oneof(partsOfWords, misspelt), { minLength: 1, maxLength: 3 }),
    fc.constantFrom(' ', '  ', '\u00a0', '-'),
  )
  .map(([parts, between]) => parts.join(between));

const shops = fc
  .tuple(
    fc.oneof(catalogues, styledCatalogues),
    fc.array(fc.tuple(titles, fc.boolean()), { minLength: 20, maxLength: 20 }),
  )
  .map(([catalogue, parts]) =>
    catalogue.map((product, index) => {
      const [title = product.title, inStock = true] = parts[index] ?? [];
      return { ...product, title: title || product.title, inStock };
    }),
  );
const filters = fc
  .tuple(filterStates, fc.option(searches))
  .map(([state, search]): Filters => ({ ...state, search: search ?? state.search }))
  .filter(({ search }) => !search.includes('\0'));
const priceLimits = fc.constantFrom(4000, 2000, 5000);

/** Returns a page without cursors, which differ between implementations. */
const comparable = ({ next, ...page }: ProductPage) => ({ ...page, goesOn: next !== undefined });

test('the database returns the same pages and explanations as `queryProducts`, as if there were no hidden products', async () => {
  await fc.assert(
    fc.asyncProperty(
      shops,
      filters,
      priceLimits,
      fc.integer({ min: 1, max: 6 }),
      async (catalogue, chosen, priceLimit, limit) => {
        await replaceCatalogue(catalogue);
        const query = {
          filters: { ...chosen, maxPrice: Math.min(chosen.maxPrice, priceLimit) },
          priceLimit,
          limit,
        };
        const linked = withSiblings(catalogue);
        let expected = queryProducts(linked, query);
        const hasStyles = catalogue.some(({ style }) => style !== undefined);
        let actual = await queryProductRows(opened.db, query, hasStyles);
        expect(comparable(actual)).toEqual(comparable(expected));
        while (expected.next && actual.next) {
          expected = queryProducts(linked, { ...query, after: expected.next });
          actual = await queryProductRows(opened.db, { ...query, after: actual.next }, hasStyles);
          expect(comparable(actual)).toEqual(comparable(expected));
        }
      },
    ),
    { numRuns: process.env.ALL_TESTS === 'true' ? 1000 : 200 },
  );
}, 300_000);

test('the filter that hides the most products is named, even if over a thousand pass each filter and none passes all', async () => {
  const groups = [
    { count: 1_010, category: 'MEN', size: 'S', price: 3000 },
    { count: 1_002, category: 'KIDS', size: 'M', price: 3000 },
    { count: 1_020, category: 'WOMEN', size: 'L', price: 1000 },
  ] as const;
  const catalogue = groups.flatMap(({ count, ...fields }) =>
    Array.from({ length: count }, (_, index) =>
      aProduct({ id: `${fields.size}${index}`, ...fields }),
    ),
  );
  await replaceCatalogue(catalogue);
  const filters: Filters = {
    ...defaultFilters,
    ...{ maxPrice: 2000, categories: ['MEN'], sizes: ['M'] },
  };
  const query = { filters, priceLimit: 4000, limit: 5 };
  const page = await queryProductRows(opened.db, query);
  expect(comparable(page)).toEqual(comparable(queryProducts(catalogue, query)));
  expect(page.explanation?.mostRestrictive).toBe('sizes');
});

test.each([
  ['no more products than are read at once', 'linen'],
  ['more products than are read at once', 'shirt'],
])('a search that finds %s returns the same sorted list as `queryProducts`', async (_, search) => {
  const catalogue = Array.from({ length: 1_600 }, (_, index) =>
    aProduct({
      id: `${index}`,
      title: index % 2 === 0 ? 'Linen shirt' : 'Shirt',
      price: 200 + ((index * 7919) % 3800),
    }),
  );
  await replaceCatalogue(catalogue);
  for (const sortBy of ['', 'LOWTOHIGH', 'HIGHTOLOW'] as const) {
    const filters: Filters = { ...defaultFilters, search, sortBy };
    const query = { filters, priceLimit: 4000, limit: 5 };
    const page = await queryProductRows(opened.db, query);
    expect(comparable(page)).toEqual(comparable(queryProducts(catalogue, query)));
  }
});

test.each([
  ['rare', 40],
  ['frequent', 400],
])('a %s word counts each style once', async (_, styles) => {
  const catalogue = Array.from({ length: styles * 4 }, (__, index) =>
    aProduct({
      id: `shirt-${index}`,
      title: 'Linen shirt',
      style: `style-${Math.floor(index / 4)}`,
      size: sizes[index % 4] ?? 'M',
      price: 200 + ((index * 7919) % 3800),
      inStock: index % 3 > 0,
    }),
  );
  await replaceCatalogue(catalogue);
  const linked = withSiblings(catalogue);
  for (const [search, sortBy] of [
    ['linen', ''],
    ['linen', 'HIGHTOLOW'],
    ['', 'LOWTOHIGH'],
  ] as const) {
    const query = { filters: { ...defaultFilters, search, sortBy }, priceLimit: 4000, limit: 5 };
    const page = await queryProductRows(opened.db, query);
    expect(comparable(page)).toEqual(comparable(queryProducts(linked, query)));
    expect(page.listed).toBe(Math.min(styles, 101));
  }
});
