import fc from 'fast-check';
import { expect, test } from 'vitest';
import { formatRupees, priceTexts, toPaise } from './price.ts';

test.each([
  [0, '₹0'],
  [799, '₹799'],
  [2719, '₹2,719'],
  [123456, '₹1,23,456'],
])('%i rupees are formatted as %s', (amount, text) => {
  expect(formatRupees(amount)).toBe(text);
});

test('a payment is charged in paise', () => {
  expect(toPaise(2719)).toBe(271900);
});

const offOf = (price: number, originalPrice: number) =>
  priceTexts({ price, originalPrice }).reduction?.off;

test('a reduced price shows the original price and the percentage', () => {
  expect(priceTexts({ price: 2499, originalPrice: 3299 })).toEqual({
    now: '₹2,499',
    reduction: { was: '₹3,299', off: '24% OFF' },
  });
});

// 199 is 99.5 % of 200, which rounds up to 100 and leaves no reduction; rounding the 0.5 % off itself would give 1.
test.each([
  [2719, 3599, '24% OFF'],
  [0, 500, '100% OFF'],
  [1000, 1000, undefined],
  [1899, 1749, undefined],
  [199, 200, undefined],
  [500, 0, undefined],
])('%i instead of %i is shown as %s', (price, originalPrice, off) => {
  expect(offOf(price, originalPrice)).toBe(off);
});

test('a reduction is an integer up to 100, falls as the price rises, and ends at the original price', () => {
  const rupees = fc.integer({ min: 1, max: 100_000 });
  fc.assert(
    fc.property(rupees, rupees, fc.nat({ max: 5000 }), (originalPrice, price, extra) => {
      const percent = (at: number) =>
        Number(/^(\d+)% OFF$/.exec(offOf(at, originalPrice) ?? '0% OFF')?.[1]);
      expect(percent(price)).toBeLessThanOrEqual(100);
      expect(percent(price + extra)).toBeLessThanOrEqual(percent(price));
      expect(percent(originalPrice + extra)).toBe(0);
    }),
  );
});
