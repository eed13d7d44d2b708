import { expect, test } from 'vitest';
import { priceTexts } from './price-texts.ts';

test('a reduced price says what it was, and how much is off', () => {
  expect(priceTexts({ price: 2499, originalPrice: 3299 })).toEqual({
    now: '₹2,499',
    reduction: { was: '₹3,299', off: '24% OFF' },
  });
});

test('a price that is no reduction stands alone', () => {
  expect(priceTexts({ price: 1899, originalPrice: 1749 })).toEqual({ now: '₹1,899' });
});
