import { describe, expect, test } from 'vitest';
import type { Product } from './product.ts';
import { isSameQuote, isSellable, priceCheckout, quoteCart } from './quote.ts';
import { aProduct } from './testing.ts';

const product = (id: string, change: Partial<Product> = {}) =>
  aProduct({ id, title: id, price: 1000, ...change });
const cart = [
  { product: product('shirt'), quantity: 2 },
  { product: product('kurta'), quantity: 1 },
];

test('an unchanged catalogue leaves the cart as it is', () => {
  const quote = quoteCart(cart, [product('kurta'), product('shirt')]);
  expect(quote).toEqual({ lines: cart, total: 3000, notices: [] });
  expect(isSellable(quote)).toBe(true);
});

test('a changed price counts, and is reported', () => {
  const quote = quoteCart(cart, [product('kurta'), product('shirt', { price: 1100 })]);
  expect(quote.total).toBe(3200);
  expect(quote.notices).toEqual([
    { kind: 'price', productId: 'shirt', title: 'shirt', from: 1000, to: 1100 },
  ]);
  expect(isSellable(quote)).toBe(true);
});

test('a product that was removed or is out of stock is reported, and the cart can’t be ordered', () => {
  const quote = quoteCart(cart, [product('kurta', { inStock: false })]);
  expect(quote.notices.map(({ kind, productId }) => [kind, productId])).toEqual([
    ['removed', 'shirt'],
    ['outOfStock', 'kurta'],
  ]);
  expect(isSellable(quote)).toBe(false);
});

test('eleven pieces of a product are reported, and the cart can’t be ordered', () => {
  const order = (quantity: number) =>
    quoteCart([{ product: product('shirt'), quantity }], [product('shirt')]);
  expect(order(10).notices).toEqual([]);
  expect(order(11).notices).toEqual([
    { kind: 'tooManyPieces', productId: 'shirt', title: 'shirt' },
  ]);
  expect(isSellable(order(11))).toBe(false);
});

test('an empty cart can’t be ordered', () => {
  expect(isSellable(quoteCart([], [product('shirt')]))).toBe(false);
});

const catalogue = [product('shirt'), product('kurta')];
// The quantities of two products at the same price, swapped: the total stays the same.
const swapped = cart.map((line) => ({ ...line, quantity: 3 - line.quantity }));

test.each([
  ['another price', [product('shirt', { price: 1 }), product('kurta')], cart],
  ['a removed product', [product('kurta')], cart],
  ['one line less', catalogue, cart.slice(1)],
  ['other quantities for the same total', catalogue, swapped],
])('%s makes a different quote', (_name, products, lines) => {
  const seen = quoteCart(cart, catalogue);
  expect(isSameQuote(seen, quoteCart(lines, products))).toBe(false);
  expect(isSameQuote(seen, quoteCart(cart, catalogue.toReversed()))).toBe(true);
});

test('the order of the lines makes no different quote', () => {
  const gone = [product('shirt', { inStock: false })];
  for (const products of [catalogue, gone]) {
    const seen = quoteCart(cart, products);
    expect(isSameQuote(seen, quoteCart(cart.toReversed(), products))).toBe(true);
  }
});

describe('the price of a checkout', () => {
  const seen = [
    { productId: 'kurta', quantity: 1, price: 1000 },
    { productId: 'shirt', quantity: 2, price: 1000 },
  ];

  test('is the catalogue’s if the shopper saw the same prices, in any order', () => {
    expect(priceCheckout(cart, catalogue, seen)).toMatchObject({
      ok: true,
      value: { total: 3000 },
    });
  });

  test.each([
    ['an empty cart', [], catalogue, [], 'cartEmpty'],
    ['a product that is gone', cart, [product('shirt')], seen, 'notForSale'],
    [
      'another price',
      cart,
      [product('shirt', { price: 1 }), product('kurta')],
      seen,
      'cartChanged',
    ],
    ['another product', cart.slice(0, 1), catalogue, seen.slice(0, 1), 'cartChanged'],
    [
      'another quantity',
      cart,
      catalogue,
      seen.map((line) => ({ ...line, quantity: 2 })),
      'cartChanged',
    ],
    ['a line that was not seen', cart, catalogue, seen.slice(1), 'cartChanged'],
    ['a line that is gone', cart.slice(1), catalogue, seen, 'cartChanged'],
    ['one line seen twice', cart, catalogue, seen.slice(1).concat(seen.slice(1)), 'cartChanged'],
    [
      'eleven pieces of a product',
      [{ product: product('shirt'), quantity: 11 }],
      catalogue,
      [{ productId: 'shirt', quantity: 11, price: 1000 }],
      'tooManyPieces',
    ],
  ] as const)('is refused with %s', (_, lines, products, shown, error) => {
    expect(priceCheckout(lines, products, shown)).toEqual({ ok: false, error });
  });
});
