import { expect, test } from 'vitest';
import { liveWith, pageAt, remoteVersion } from '../testing.ts';
import { nameOf } from '../words.ts';
import { checkRoutes, warnOfCatchAll, warnOfMoved } from './claims.ts';

const routed = (id: string, ...paths: string[]) =>
  remoteVersion({
    id,
    version: '1.0.0-cccccccccc',
    routes: paths.map((path) => ({
      page: pageAt(path),
      path,
      access: 'open' as const,
      module: './Page',
    })),
  });

const routeMessages = (ours: string, live: string) =>
  checkRoutes(routed('mfe-new', ours), [routed('mfe-old', '/', live)]).map(
    ({ message }) => message,
  );

test('a route that another remote has', () => {
  expect(routeMessages('/cart', '/cart')).toEqual([
    'remote.json of mfe-new 1.0.0-cccccccccc declares the route /cart, which is live in mfe-old 1.0.0-cccccccccc. Choose another path, or release mfe-old without it first.',
  ]);
});

test('the same addresses by another parameter', () => {
  expect(routeMessages('/orders/:order', '/orders/:id')).toEqual([
    'remote.json of mfe-new 1.0.0-cccccccccc declares the route /orders/:order, which is live in mfe-old 1.0.0-cccccccccc as /orders/:id. Choose another path, or release mfe-old without it first.',
  ]);
});

test.each([
  ['/:a/b', '/a/:b'],
  ['/a/:x/c', '/a/b/:y'],
])('%s and %s share an address, and neither is more exact', (ours, live) => {
  expect(routeMessages(ours, live)).toHaveLength(1);
});

test.each([
  ['/productlist/offers', '/productlist/:productId'],
  ['/cart', '/checkout'],
  ['/a/:x', '/b/:x'],
  ['/a', '/a/:x'],
])('%s and %s do not collide', (ours, live) => {
  expect(routeMessages(ours, live)).toEqual([]);
});

test('a page that another remote has, at another path', () => {
  const cart = (id: string, path: string) =>
    remoteVersion({
      id,
      version: '1.0.0-cccccccccc',
      routes: [{ page: 'cart', path, access: 'open', module: './Page' }],
    });
  const found = checkRoutes(cart('mfe-new', '/basket'), [cart('mfe-old', '/cart')]);
  expect(found.map(({ message }) => message)).toEqual([
    'remote.json of mfe-new 1.0.0-cccccccccc declares the page “cart”, which is live in mfe-old 1.0.0-cccccccccc. Choose another name, or release mfe-old without it first.',
  ]);
});

test('a route of parameters only is warned of, with an address that it takes', () => {
  const remote = routed('mfe-new', '/', '/:page', '/:a/:b', '/gifts/:id');
  expect(warnOfCatchAll(remote)).toMatchObject([
    {
      severity: 'warning',
      rule: 'routes',
      message:
        'remote.json of mfe-new 1.0.0-cccccccccc declares the route /:page, which takes every address of its length that no other route spells out: /any-word shows its page “page” in place of “Page not found”. Begin the path with a fixed word: /page/:page.',
    },
    { severity: 'warning', message: expect.stringContaining('/any-word/any-word shows its page') },
  ]);
});

const product = (version: string, path: string, from?: string[]) =>
  remoteVersion({
    id: 'mfe-catalog',
    version,
    routes: [{ page: 'product', path, access: 'open', module: './Page', ...(from && { from }) }],
  });

test('an old address that another remote has', () => {
  const found = checkRoutes(product('1', '/items/:id', ['/p/:id']), [routed('mfe-pay', '/p/:key')]);
  expect(found.map(({ message }) => message)).toEqual([
    'remote.json of mfe-catalog 1 declares the old address /p/:id, which is live in mfe-pay 1.0.0-cccccccccc as /p/:key. Choose another path, or release mfe-pay without it first.',
  ]);
});

test('a page that moves, unless its old address redirects', () => {
  const old = product('1', '/productlist/:productId');
  const move = (next: typeof old) =>
    warnOfMoved(
      liveWith({ before: [old.release], remotes: [next], changed: new Set([nameOf(next)]) }),
    );
  expect(move(product('2', '/items/:productId'))).toEqual([
    {
      severity: 'warning',
      rule: 'routes',
      file: 'remote.json',
      message:
        'remote.json of mfe-catalog 2 moves the page “product” to /items/:productId: at /productlist/:productId, where it is in mfe-catalog 1, bookmarks and search engines would find “Page not found”. Redirect the old address: "from": ["/productlist/:productId"] at the route.',
      ours: 'mfe-catalog 2',
      live: 'mfe-catalog 1',
    },
  ]);
  expect(move(product('2', '/items/:productId', ['/productlist/:productId']))).toEqual([]);
  expect(move(product('2', '/productlist/:id'))).toEqual([]);
});
