import fc from 'fast-check';
import { expect, test } from 'vitest';
import { catalogues } from './arbitraries.ts';
import {
  addLine,
  boundQuantity,
  cartTotal,
  changeLine,
  findLine,
  lineTotal,
  removeLine,
  stepQuantity,
} from './cart.ts';
import { aProduct } from './testing.ts';

const shirt = aProduct({ id: 'shirt', price: 1299 });
const dress = aProduct({ id: 'dress', price: 2719 });
const lines = [
  { product: shirt, quantity: 1 },
  { product: dress, quantity: 3 },
];

test('a line costs its price times its quantity, the cart the sum of its lines', () => {
  expect(lineTotal({ product: dress, quantity: 3 })).toBe(8157);
  expect(cartTotal(lines)).toBe(9456);
  expect(cartTotal([])).toBe(0);
});

test('a new line starts with one piece, at the end', () => {
  expect(addLine([{ product: shirt, quantity: 2 }], dress)).toEqual([
    { product: shirt, quantity: 2 },
    { product: dress, quantity: 1 },
  ]);
});

test('adding a product that is in the cart leaves its line unchanged', () => {
  expect(addLine(lines, dress)).toEqual(lines);
});

test('removing removes that line only, whatever its quantity', () => {
  expect(removeLine(lines, 'dress')).toEqual([{ product: shirt, quantity: 1 }]);
  expect(removeLine(lines, 'unknown')).toEqual(lines);
});

test('increment and decrement change one quantity by one', () => {
  expect(findLine(changeLine(lines, 'dress', 'increment'), 'dress')?.quantity).toBe(4);
  expect(findLine(changeLine(lines, 'dress', 'decrement'), 'dress')?.quantity).toBe(2);
  expect(changeLine(lines, 'unknown', 'increment')).toEqual(lines);
});

test('a decrement at quantity 1 removes the line', () => {
  expect(changeLine(lines, 'shirt', 'decrement')).toEqual([{ product: dress, quantity: 3 }]);
});

test('whatever is clicked, a product has one line at most and its quantity is at least 1', () => {
  const clicks = fc.array(
    fc.record({ at: fc.nat(), action: fc.constantFrom('add', 'remove', 'increment', 'decrement') }),
  );
  fc.assert(
    fc.property(catalogues, clicks, (products, all) => {
      let cart: ReturnType<typeof addLine> = [];
      for (const { at, action } of all) {
        const product = products[at % products.length];
        if (!product) return;
        if (action === 'add') cart = addLine(cart, product);
        else if (action === 'remove') cart = removeLine(cart, product.id);
        else cart = changeLine(cart, product.id, action as 'increment' | 'decrement');
      }
      expect(new Set(cart.map(({ product }) => product.id)).size).toBe(cart.length);
      expect(cart.every(({ quantity }) => quantity >= 1)).toBe(true);
      expect(cartTotal(cart)).toBe(cart.reduce((sum, line) => sum + lineTotal(line), 0));
    }),
  );
});

test.each([
  [1, 'increment', 2],
  [2, 'decrement', 1],
  [1, 'decrement', 1],
  [998, 'increment', 999],
  [999, 'increment', 999],
  [999, 'decrement', 998],
] as const)('after %i, one %s makes %i', (quantity, change, next) => {
  expect(stepQuantity(quantity, change)).toBe(next);
});

test('a quantity that is set is kept from 1 to 999', () => {
  expect([-3, 0, 1, 20, 999, 5000].map(boundQuantity)).toEqual([1, 1, 1, 20, 999, 999]);
});
