import { expect, test } from 'vitest';
import { readRupees } from './rupees.ts';

test.each([
  ['1499', 1499],
  ['0', 0],
  ['1499.00', 1499],
  ['1499.0', 1499],
  ['1499.0000', 1499],
  ['1499,00', 1499],
  ['1,499', 1499],
  ['1,499.00', 1499],
  ['1,49,900.00', 149_900],
  ['1,234,567', 1_234_567],
  ['1.499,00', 1499],
  ['1.234.567', 1_234_567],
  ['1 499,00', 1499],
  ['1 499', 1499],
  ['1’499.00', 1499],
  ['₹1,499', 1499],
  ['₹ 1,499.00', 1499],
  ['Rs. 1,499/-', 1499],
  ['Rs 1499', 1499],
  ['INR 1499.00', 1499],
  ['1499.00 INR', 1499],
  ['15.00 inr', 15],
])('%j is %d rupees', (text, rupees) => {
  expect(readRupees(text)).toEqual({ rupees });
});

test.each([
  ['$15.00', '$'],
  ['15.00 USD', 'USD'],
  ['EUR 15,00', 'EUR'],
  ['15,00 €', '€'],
  ['£15', '£'],
])('%j is in another currency', (text, currency) => {
  expect(readRupees(text)).toEqual({ currency });
});

test.each([
  ['paise', '1499.50'],
  ['paise after a comma', '1499,50'],
  ['a point that may stand before thousands or a fraction', '1.499'],
  ['the same with zeros', '1.000'],
  ['a negative price', '-5'],
  ['a word', 'free'],
  ['no digits', '₹'],
  ['nothing', ''],
  ['digits in wrong groups', '1,49'.concat('9,9')],
  ['two numbers', '10-20'],
  ['a formula', '=1+1'],
])('%s is no price in whole rupees: %j', (_what, text) => {
  expect(readRupees(text)).toBe('unreadable');
});
