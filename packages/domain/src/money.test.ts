import { expect, test } from 'vitest';
import { formatRupees, toPaise } from './money.ts';

test.each([
  [0, '₹0'],
  [799, '₹799'],
  [2719, '₹2,719'],
  [123456, '₹1,23,456'],
])('%i rupees read %s', (amount, text) => {
  expect(formatRupees(amount)).toBe(text);
});

test('a payment is charged in hundredths of a rupee', () => {
  expect(toPaise(2719)).toBe(271900);
});
