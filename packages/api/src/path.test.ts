import { expect, test } from 'vitest';
import { endpoints } from './endpoints.ts';
import { pathFor } from './request.ts';

test('an id is filled in', () => {
  expect(pathFor(endpoints.getProduct, { productId: 'puddle-raincoat' })).toBe(
    '/api/products/puddle-raincoat',
  );
});

test('an id is encoded, so it stays one segment', () => {
  expect(pathFor(endpoints.removeFromCart, { productId: 'a/b?c=%d $&' })).toBe(
    '/api/user/cart/a%2Fb%3Fc%3D%25d%20%24%26',
  );
});

test('a path without ids is left as it is', () => {
  expect(pathFor(endpoints.listProducts, {})).toBe('/api/products');
});
