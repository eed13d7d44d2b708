import { expect, test } from 'vitest';
import { redirectFor } from './pages.ts';

test('an open route is open to everyone', () => {
  expect(redirectFor('open', false)).toBeUndefined();
  expect(redirectFor('open', true)).toBeUndefined();
});

test('a login route sends a logged-out visitor to the login page', () => {
  expect(redirectFor('login', false)).toBe('login');
  expect(redirectFor('login', true)).toBeUndefined();
});

test('a visitor route sends a logged-in shopper to the product list', () => {
  expect(redirectFor('visitor', true)).toBe('product-list');
  expect(redirectFor('visitor', false)).toBeUndefined();
});
