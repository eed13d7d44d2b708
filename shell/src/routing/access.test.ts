import { expect, test } from 'vitest';
import { redirectFor } from './access.ts';

test('an open route is open to everyone', () => {
  expect(redirectFor('open', false)).toBeUndefined();
  expect(redirectFor('open', true)).toBeUndefined();
});

test('a login route sends a logged-out visitor to /login', () => {
  expect(redirectFor('login', false)).toBe('/login');
  expect(redirectFor('login', true)).toBeUndefined();
});

test('a visitor route sends a logged-in shopper to the shop', () => {
  expect(redirectFor('visitor', true)).toBe('/productlist');
  expect(redirectFor('visitor', false)).toBeUndefined();
});
