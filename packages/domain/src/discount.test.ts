import fc from 'fast-check';
import { expect, test } from 'vitest';
import { hasDiscount, percentOff } from './discount.ts';

test.each([
  [2499, 3299, 24],
  [2719, 3599, 24],
  [1000, 1000, 0],
  [1899, 1749, -9],
  [0, 500, 100],
])('%i instead of %i is %i percent off', (price, originalPrice, percent) => {
  expect(percentOff(price, originalPrice)).toBe(percent);
});

test('the share of the price is rounded, not the percent off', () => {
  // 99.5 rounds up to 100; rounding 0.5 percent off would give 1.
  expect(percentOff(199, 200)).toBe(0);
});

test('a missing original price is no discount', () => {
  expect(percentOff(500, 0)).toBe(0);
  expect(hasDiscount({ price: 500, originalPrice: 0 })).toBe(false);
});

test('a price at or above the original one is never a discount', () => {
  const rupees = fc.integer({ min: 1, max: 100_000 });
  fc.assert(
    fc.property(rupees, fc.nat({ max: 5000 }), (originalPrice, extra) => {
      expect(hasDiscount({ price: originalPrice + extra, originalPrice })).toBe(false);
    }),
  );
});

test('percent off is a whole number up to 100 and falls as the price rises', () => {
  const rupees = fc.integer({ min: 1, max: 100_000 });
  fc.assert(
    fc.property(rupees, rupees, fc.nat({ max: 5000 }), (originalPrice, price, extra) => {
      const percent = percentOff(price, originalPrice);
      expect(Number.isInteger(percent)).toBe(true);
      expect(percent).toBeLessThanOrEqual(100);
      expect(percentOff(price + extra, originalPrice)).toBeLessThanOrEqual(percent);
    }),
  );
});
