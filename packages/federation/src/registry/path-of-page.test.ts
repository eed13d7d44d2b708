import { expect, test } from 'vitest';
import { matchRoute } from './match-route.ts';
import { pathOfPage } from './path-of-page.ts';

const catalog = {
  routes: [
    { page: 'home', path: '/' },
    { page: 'product-list', path: '/productlist' },
    { page: 'product', path: '/productlist/:productId' },
  ],
};

test.each([
  ['home', '/'],
  ['product-list', '/productlist'],
])('the page %s has the path that its remote declares', (page, path) => {
  expect(pathOfPage([{ routes: [] }, catalog], page)).toBe(path);
});

test('a parameter is put into the path, escaped', () => {
  expect(pathOfPage([catalog], 'product', { productId: 'a/b c' })).toBe('/productlist/a%2Fb%20c');
});

test('a page that moves takes its path with it', () => {
  const moved = { routes: [{ page: 'product', path: '/p/:productId/details' }] };
  expect(pathOfPage([moved], 'product', { productId: '7' })).toBe('/p/7/details');
});

test.each([
  ['cart', {}, '/named-page/cart'],
  ['receipt', { order: 'a&b', line: '7' }, '/named-page/receipt?order=a%26b&line=7'],
  ['product', {}, '/named-page/product'],
  ['product', { productId: '' }, '/named-page/product?productId='],
])(
  'the page %s with %o, which no remote can show, has the address of its name',
  (page, values, address) => {
    const path = pathOfPage([catalog], page, values);
    expect(path).toBe(address);
    expect(matchRoute([catalog], path)).toBeUndefined();
  },
);
