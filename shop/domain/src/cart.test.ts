import fc from 'fast-check';
import { expect, test } from 'vitest';
import { boundQuantity, cartTotal, findLine, isWished, lineTotal, stepQuantity } from './cart.ts';
import { aProduct } from './testing.ts';

const shirt = aProduct({ id: 'shirt', price: 1299 });
const dress = aProduct({ id: 'dress', price: 2719 });
const lines = [
  { product: shirt, quantity: 1 },
  { product: dress, quantity: 3 },
];

test('a line costs its price times its quantity, and the cart the sum of its lines', () => {
  expect(lineTotal({ product: dress, quantity: 3 })).toBe(8157);
  expect(cartTotal(lines)).toBe(9456);
  expect(cartTotal([])).toBe(0);
});

test('a line is found by its product, and so is a product of the wishlist', () => {
  expect([isWished([shirt], 'shirt'), isWished([shirt], 'dress')]).toEqual([true, false]);
  expect(findLine(lines, 'dress')).toBe(lines[1]);
  expect(findLine(lines, 'unknown')).toBeUndefined();
});

test('whatever is clicked, a quantity stays an integer from 1 to 999', () => {
  const clicks = fc.array(fc.constantFrom('increment' as const, 'decrement' as const));
  fc.assert(
    fc.property(fc.integer(), clicks, (set, all) => {
      const quantity = all.reduce(stepQuantity, boundQuantity(set));
      expect(Number.isInteger(quantity) && quantity >= 1 && quantity <= 999).toBe(true);
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

test('a set quantity is limited to 1 to 999', () => {
  expect([-3, 0, 1, 20, 999, 5000].map(boundQuantity)).toEqual([1, 1, 1, 20, 999, 999]);
});
