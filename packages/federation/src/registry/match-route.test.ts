import { expect, test } from 'vitest';
import { matchRoute } from './match-route.ts';

const catalog = {
  id: 'catalog',
  routes: [{ path: '/' }, { path: '/productlist' }, { path: '/productlist/:productId' }],
};
const offers = { id: 'offers', routes: [{ path: '/productlist/offers' }] };

test.each([
  ['/', '/'],
  ['/productlist', '/productlist'],
  ['/productlist/', '/productlist'],
  ['/productlist//', '/productlist'],
  ['/productlist/linen-shirt', '/productlist/:productId'],
  ['/ProductList', '/productlist'],
  ['/PRODUCTLIST/Linen-Shirt', '/productlist/:productId'],
])('%s belongs to the route %s', (path, route) => {
  expect(matchRoute([catalog], path)?.route.path).toBe(route);
});

test.each(['/nowhere', '/productlist/a/b', '//productlist', '/productlist//linen-shirt'])(
  '%s belongs to no route',
  (path) => {
    expect(matchRoute([catalog], path)).toBeUndefined();
  },
);

test('a literal segment wins over a parameter, whichever remote is listed first', () => {
  expect(matchRoute([catalog, offers], '/productlist/offers')?.remote.id).toBe('offers');
  expect(matchRoute([offers, catalog], '/productlist/offers')?.remote.id).toBe('offers');
});
