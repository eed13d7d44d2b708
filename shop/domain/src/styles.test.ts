import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { catalogues, filterStates, styledCatalogues } from './arbitraries.ts';
import { filterProducts } from './filter-products.ts';
import { defaultFilters } from './filters.ts';
import type { Product } from './product.ts';
import { PAGE_SIZE } from './product-query.ts';
import { queryProducts } from './query-products.ts';
import {
  asSibling,
  coloursOf,
  compareSizes,
  oneOfEachStyle,
  sizesOf,
  variantsOf,
  withSiblings,
} from './styles.ts';
import { aProduct } from './testing.ts';

const indigo = { name: 'Indigo', swatch: '#2b3766' };
const walnut = { name: 'Walnut', swatch: '#5d4531' };

const inStyle = (id: string, change: Partial<Product> = {}) =>
  aProduct({ id, style: 'shirt', ...change });
const ids = (products: readonly { readonly id: string }[]) => products.map(({ id }) => id);

test('sizes are ordered from S to XXL; others come after, as written', () => {
  const written = ['44', 'XXL', 'S', 'One size', 'XL', 'M', 'L', '38'];
  expect(written.toSorted(compareSizes)).toEqual([
    ...['S', 'M', 'L', 'XL', 'XXL'],
    ...['44', 'One size', '38'],
  ]);
});

describe('oneOfEachStyle', () => {
  test.each<[rule: string, products: Product[], shown: string]>([
    [
      'one in stock before one that is cheaper',
      [inStyle('a', { inStock: false, price: 100 }), inStyle('b', { price: 900 })],
      'b',
    ],
    ['the cheapest', [inStyle('a', { price: 900 }), inStyle('b', { price: 800 })], 'b'],
    ['the first by id, of equals', [inStyle('b'), inStyle('a')], 'a'],
    [
      'the cheapest, if none is in stock',
      [inStyle('a', { inStock: false, price: 9 }), inStyle('b', { inStock: false, price: 8 })],
      'b',
    ],
  ])('shows %s', (_, products, shown) => {
    expect(ids(oneOfEachStyle(products))).toEqual([shown]);
  });

  test('returns the same list if no product has a style', () => {
    fc.assert(
      fc.property(catalogues, (products) => {
        expect(oneOfEachStyle(products)).toBe(products);
        expect(withSiblings(products)).toBe(products);
      }),
    );
  });

  test('keeps the order, each product without a style, and one product of each style that none precedes', () => {
    fc.assert(
      fc.property(styledCatalogues, (products) => {
        const shown = oneOfEachStyle(products);
        expect(products.filter((product) => shown.includes(product))).toEqual(shown);
        const alone = products.filter(({ style }) => style === undefined);
        expect(shown.filter(({ style }) => style === undefined)).toEqual(alone);
        for (const style of new Set(products.map((product) => product.style))) {
          if (style === undefined) continue;
          const siblings = products.filter((product) => product.style === style);
          const [first, ...others] = shown.filter((product) => product.style === style);
          expect(others).toEqual([]);
          for (const { id, price, inStock } of siblings) {
            if (!first || id === first.id) continue;
            const isWorse = first.inStock !== inStock ? first.inStock : first.price < price;
            const isEqual = first.inStock === inStock && first.price === price;
            expect(isEqual ? first.id < id : isWorse).toBe(true);
          }
        }
      }),
      { numRuns: 500 },
    );
  });

  test('shows a style if one of its products passes the filters, and only a product that does', () => {
    fc.assert(
      fc.property(styledCatalogues, filterStates, (products, filters) => {
        const passing = filterProducts(products, filters);
        const shown = oneOfEachStyle(passing);
        expect(passing).toEqual(expect.arrayContaining([...shown]));
        const stylesOf = (some: readonly Product[]) =>
          new Set(some.map(({ style, id }) => style ?? id));
        expect(stylesOf(shown)).toEqual(stylesOf(passing));
      }),
    );
  });
});

test('pages of a query list each style once, and count what they list', () => {
  fc.assert(
    fc.property(
      styledCatalogues,
      filterStates,
      fc.integer({ min: 1, max: 3 }),
      (products, filters, limit) => {
        const query = { filters: { ...filters, search: '' }, priceLimit: 4000, limit };
        const found: Product[] = [];
        let page = queryProducts(products, query);
        const { listed } = page;
        for (;;) {
          found.push(...page.products);
          if (!page.next) break;
          page = queryProducts(products, { ...query, after: page.next });
        }
        expect(found).toEqual(oneOfEachStyle(filterProducts(products, query.filters)));
        expect(listed).toBe(found.length);
      },
    ),
  );
});

test('an empty list’s ways out say how many products each would list', () => {
  const products = [inStyle('a', { size: 'S' }), inStyle('b', { size: 'M' })];
  const filters = { ...defaultFilters, sizes: ['XL' as const] };
  const page = queryProducts(products, { filters, priceLimit: 4000, limit: PAGE_SIZE });
  expect(page.explanation?.relaxations).toEqual([{ constraint: 'sizes', listed: 1 }]);
});

describe('siblings', () => {
  const shirts = withSiblings([
    inStyle('shirt-m', { size: 'M', colour: indigo }),
    inStyle('shirt-xl', { size: 'XL', colour: indigo, inStock: false }),
    inStyle('shirt-s', { size: 'S', colour: indigo, price: 1400 }),
    inStyle('walnut-xl', { size: 'XL', colour: walnut }),
    inStyle('walnut-l', { size: 'L', colour: walnut }),
    aProduct({ id: 'coat', style: 'coat' }),
    aProduct({ id: 'sari' }),
  ]);
  const find = (id: string) => shirts.find((product) => product.id === id) as Product;

  test('are the other products of the style, by size; a product that is alone has none', () => {
    expect(find('shirt-m').siblings?.map(({ id, size }) => [id, size])).toEqual([
      ['shirt-s', 'S'],
      ['walnut-l', 'L'],
      ['shirt-xl', 'XL'],
      ['walnut-xl', 'XL'],
    ]);
    expect(find('coat')).not.toHaveProperty('siblings');
    expect(find('sari')).not.toHaveProperty('siblings');
  });

  test('and the product itself are the same variants for each of them', () => {
    fc.assert(
      fc.property(styledCatalogues, (products) => {
        for (const one of withSiblings(products))
          for (const other of withSiblings(products))
            if (one.style !== undefined && one.style === other.style)
              expect(variantsOf(one)).toEqual(variantsOf(other));
      }),
    );
  });

  test('are offered as the sizes in the product’s colour', () => {
    expect(ids(sizesOf(find('shirt-m')))).toEqual(['shirt-s', 'shirt-m', 'shirt-xl']);
    expect(ids(sizesOf(find('walnut-l')))).toEqual(['walnut-l', 'walnut-xl']);
    expect(ids(sizesOf(find('sari')))).toEqual(['sari']);
  });

  test('are offered as colours: in the same size if there is one, or else as a list would show it', () => {
    expect(ids(coloursOf(find('shirt-xl')))).toEqual(['shirt-xl', 'walnut-xl']);
    expect(ids(coloursOf(find('shirt-s')))).toEqual(['shirt-s', 'walnut-l']);
    expect(ids(coloursOf(find('walnut-l')))).toEqual(['shirt-s', 'walnut-l']);
    expect(ids(coloursOf(find('sari')))).toEqual([]);
  });

  test('are known before they are loaded: with their own size, colour, price and stock', () => {
    const product = find('shirt-m');
    for (const sibling of product.siblings ?? []) {
      const { id, size, colour, price, inStock, siblings } = find(sibling.id);
      const known = asSibling(product, sibling);
      expect(known).toMatchObject({ id, size, colour, price, inStock, siblings });
      expect(known.title).toBe(product.title);
      expect(known.originalPrice >= known.price).toBe(true);
    }
  });
});
