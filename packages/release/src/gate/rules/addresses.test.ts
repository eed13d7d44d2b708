import { expect, test } from 'vitest';
import { commonAddress } from './addresses.ts';

test.each([
  ['/', '/', '/'],
  ['/cart', '/cart', '/cart'],
  ['/cart', '/:page', '/cart'],
  ['/:page', '/cart', '/cart'],
  ['/:page', '/:name', '/~'],
  ['/account/:section/:item', '/:lang/help/contact', '/account/help/contact'],
])('%s and %s have %s in common', (one, other, address) => {
  expect(commonAddress(one, other)).toBe(address);
});

test.each([
  ['/cart', '/orders'],
  ['/:page', '/'],
  ['/account/:item', '/:lang/help/contact'],
  ['/account/:item', '/orders/:item'],
])('%s and %s have no address in common', (one, other) => {
  expect(commonAddress(one, other)).toBeUndefined();
});
