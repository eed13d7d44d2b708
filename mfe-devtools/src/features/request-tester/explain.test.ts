import { expect, test } from 'vitest';
import { explain } from './explain.ts';

test.each([
  ['GET', '/api/auth/login', [['POST', '/api/auth/login']]],
  ['DELETE', '/api/products/p1', [['GET', '/api/products/p1']]],
  [
    'DELETE',
    '/api/user/cart/',
    [
      ['GET', '/api/user/cart'],
      ['POST', '/api/user/cart'],
    ],
  ],
] as const)('%s %s is the right path with the wrong method', (method, path, routes) => {
  expect(explain(method, path)).toEqual({
    kind: 'method',
    routes: routes.map(([known, at]) => ({ method: known, path: at })),
  });
});

test.each([
  ['GET', '/api/product', 'GET', '/api/products'],
  ['GET', '/api/categores/men', 'GET', '/api/categories/men'],
  ['POST', '/api/users/cart', 'POST', '/api/user/cart'],
  ['DELETE', '/api/user/wishlst/p1', 'DELETE', '/api/user/wishlist/p1'],
  ['POST', '/api/auth/signin', 'POST', '/api/auth/signup'],
] as const)('%s %s is near %s %s', (method, path, known, at) => {
  expect(explain(method, path)).toEqual({ kind: 'near', routes: [{ method: known, path: at }] });
});

test.each(['/api/test-todos', '/api', '/api/a/b/c/d/e/f/g'])('no path is near %s', (path) => {
  expect(explain('GET', path)).toEqual({ kind: 'unknown', routes: [] });
});
