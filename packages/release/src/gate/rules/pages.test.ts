import type { PublishedRemote } from '@patchwork/federation';
import { expect, test } from 'vitest';
import { temporaryFolder, writeFiles } from '../../testing.ts';
import { type Live, nameOf, type RemoteVersion } from '../findings.ts';
import { liveWith, pageAt, remoteVersion, shellVersion } from '../testing.ts';
import type { TypesIndex } from '../types/types-index.ts';
import {
  checkAccess,
  checkLinks,
  checkRefuges,
  checkRoutes,
  commonAddress,
  type EarlierVersions,
  warnOfCatchAll,
  warnOfMoved,
} from './pages.ts';

type Access = 'open' | 'visitor' | 'login';

const guarded = (id: string, version: string, routes: Record<string, Access>) =>
  remoteVersion({
    id,
    version,
    routes: Object.entries(routes).map(([path, access]) => ({
      page: pageAt(path),
      path,
      access,
      module: './Page',
    })),
  });

const earlier = (
  live: readonly RemoteVersion[],
  previous: readonly RemoteVersion[] = [],
): EarlierVersions => ({
  live: live.map(({ release }) => release),
  previous: previous.map(({ release }) => release),
});

const before = (routes: Record<string, Access>) => guarded('mfe-shop', '1.0.0-old', routes);
const after = (routes: Record<string, Access>) => guarded('mfe-shop', '1.1.0-new', routes);

test('a route that needed a login is open to everyone', () => {
  const check = {
    remote: after({ '/cart': 'open' }),
    earlier: earlier([before({ '/cart': 'login' })]),
    others: [],
  };
  expect(checkAccess(check)).toEqual([
    {
      severity: 'refusal',
      rule: 'access',
      file: 'remote.json',
      message:
        'remote.json of mfe-shop 1.1.0-new opens /cart to everyone; in mfe-shop 1.0.0-old, which is live, it is for logged-in shoppers only (access “login” became “open”). Put the guard back.',
      ours: 'mfe-shop 1.1.0-new',
      live: 'mfe-shop 1.0.0-old',
      flag: '--allow-access /cart',
    },
  ]);
});

test.each<[Access, Access]>([
  ['login', 'open'],
  ['login', 'visitor'],
  ['visitor', 'open'],
])('from “%s” to “%s” lets more people in', (was, now) => {
  const past = earlier([before({ '/cart': was })]);
  expect(checkAccess({ remote: after({ '/cart': now }), earlier: past, others: [] })).toHaveLength(
    1,
  );
});

test.each<[Access, Access]>([
  ['open', 'open'],
  ['open', 'login'],
  ['visitor', 'login'],
  ['login', 'login'],
])('from “%s” to “%s” lets no one else in', (was, now) => {
  const past = earlier([before({ '/cart': was })]);
  expect(checkAccess({ remote: after({ '/cart': now }), earlier: past, others: [] })).toEqual([]);
});

test('a route that loses its guard behind another parameter', () => {
  const remote = after({ '/orders/:order': 'open' });
  const past = earlier([before({ '/orders/:id': 'login' })]);
  expect(checkAccess({ remote, earlier: past, others: [] })).toHaveLength(1);
});

test('a guarded route that is removed and leaves its addresses to an open one', () => {
  const remote = after({ '/:page': 'open' });
  const past = earlier([before({ '/:page': 'open', '/cart': 'login' })]);
  expect(checkAccess({ remote, earlier: past, others: [] })[0]?.message).toContain(
    'opens /:page to',
  );
});

test('an open route amid another remote’s guarded ones', () => {
  const remote = after({ '/orders/help': 'open' });
  const others = [guarded('mfe-checkout', '1.0.0-live', { '/orders/:id': 'login' })];
  expect(checkAccess({ remote, earlier: earlier(others), others })[0]).toMatchObject({
    live: 'mfe-checkout 1.0.0-live',
  });
});

test('a route that is removed, and one that is new', () => {
  const remote = after({ '/offers': 'open' });
  expect(
    checkAccess({ remote, earlier: earlier([before({ '/cart': 'login' })]), others: [] }),
  ).toEqual([]);
});

const catalog = (version: string, routes: Record<string, Access>) =>
  guarded('mfe-catalog', version, routes);

test('a guarded route that comes open to another remote in the same step', () => {
  const past = earlier([catalog('1.0.0-old', { '/wishlist': 'login' }), before({})]);
  const [dropping, taking] = [catalog('1.1.0-new', {}), after({ '/wishlist': 'open' })];
  expect(
    checkAccess({ remote: taking, earlier: past, others: [dropping] }).map(
      ({ message }) => message,
    ),
  ).toEqual([
    'remote.json of mfe-shop 1.1.0-new opens /wishlist to everyone; in mfe-catalog 1.0.0-old, which is live, it is for logged-in shoppers only (access “login” became “open”). Put the guard back.',
  ]);
  expect(checkAccess({ remote: dropping, earlier: past, others: [taking] })).toEqual([]);
});

test('a guarded route that was given up in one step and comes open in the next', () => {
  const dropped = catalog('1.1.0-new', {});
  const past = earlier([dropped, before({})], [catalog('1.0.0-old', { '/wishlist': 'login' })]);
  const taking = after({ '/wishlist': 'open' });
  expect(
    checkAccess({ remote: taking, earlier: past, others: [dropped] }).map(({ message }) => message),
  ).toEqual([
    'remote.json of mfe-shop 1.1.0-new opens /wishlist to everyone; in mfe-catalog 1.0.0-old, which was live, it is for logged-in shoppers only (access “login” became “open”). Put the guard back.',
  ]);
});

test('a guarded route that is removed and leaves its address to another remote', () => {
  const other = catalog('1.0.0-live', { '/:page': 'open' });
  const past = earlier([before({ '/cart': 'login' }), other]);
  expect(
    checkAccess({ remote: after({}), earlier: past, others: [other] }).map(
      ({ message }) => message,
    ),
  ).toEqual([
    'remote.json of mfe-shop 1.1.0-new leaves /cart to /:page of mfe-catalog 1.0.0-live, which is for everyone; in mfe-shop 1.0.0-old, which is live, /cart is for logged-in shoppers only (access “login” became “open”). Put the guard back.',
  ]);
});

test('a route that was opened on purpose stays open, whatever was live before that', () => {
  const past = earlier([before({ '/cart': 'open' })], [before({ '/cart': 'login' })]);
  expect(checkAccess({ remote: after({ '/cart': 'open' }), earlier: past, others: [] })).toEqual(
    [],
  );
});

test('an open route that shares a few addresses with another remote’s guarded one', () => {
  const account = guarded('mfe-account', '1.0.0-live', { '/account/:section/:item': 'login' });
  const remote = after({ '/:lang/help/contact': 'open' });
  expect(
    checkAccess({ remote, earlier: earlier([account]), others: [account] }).map(
      ({ message }) => message,
    ),
  ).toEqual([
    'remote.json of mfe-shop 1.1.0-new opens /:lang/help/contact to everyone; in mfe-account 1.0.0-live, which is live, /account/:section/:item is for logged-in shoppers only (access “login” became “open”). Put the guard back.',
  ]);
});

test('a route that a looser one replaces, which a third one overlaps', () => {
  const help = guarded('mfe-help', '1.0.0-live', { '/:lang/help': 'login' });
  const past = earlier([before({ '/account/:section': 'login' }), help]);
  const remote = after({ '/account/:section': 'open' });
  expect(checkAccess({ remote, earlier: past, others: [help] })).toHaveLength(1);
});

test.each<[string, Access, string]>([
  [
    'login',
    'login',
    'remote.json of mfe-shop 1.1.0-new gives the page “login” the access “login”, but the shop’s guards send those who are not logged in there: they would be redirected without end. Give it the access “open” or “visitor”.',
  ],
  [
    'product-list',
    'visitor',
    'remote.json of mfe-shop 1.1.0-new gives the page “product-list” the access “visitor”, but the shop’s guards send those who are logged in there: they would be redirected without end. Give it the access “open”.',
  ],
])(
  'the page “%s” to which guards redirect must not have the access “%s”',
  (page, access, message) => {
    expect(checkRefuges(after({ [`/${page}`]: access }))).toMatchObject([
      { severity: 'refusal', rule: 'access', message },
    ]);
    expect(checkRefuges(after({ [`/${page}`]: 'open' }))).toEqual([]);
    expect(checkRefuges(after({ '/cart': access }))).toEqual([]);
  },
);

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

type Links = TypesIndex['links'];

/** The folder of a version whose code links to pages. */
async function linking(links: Links): Promise<string> {
  const folder = await temporaryFolder();
  const index = { format: 1, hash: 'x', modules: {}, packages: {}, imports: {}, links };
  await writeFiles(folder, { 'types/index.json': JSON.stringify(index) });
  return folder;
}

async function piece(id: string, version: string, pages: string[], links: Links = {}) {
  const routes = pages.map((page) => ({
    page,
    path: `/${page}`,
    access: 'open' as const,
    module: './Page',
  }));
  return remoteVersion({ id, version, routes }, await linking(links));
}

const releases = (...versions: RemoteVersion[]): PublishedRemote[] =>
  versions.map(({ release }) => release);

const newOnes = (...versions: RemoteVersion[]) => new Set(versions.map(nameOf));

const found = async (live: Partial<Live>) => checkLinks(liveWith(live));
const messages = async (live: Partial<Live>) => (await found(live)).map(({ message }) => message);

const buy = {
  cart: { 'mfe-shop/src/Buy.tsx': [], 'mfe-shop/src/Pay.tsx': [] },
  home: { 'mfe-shop/src/X.tsx': [] },
};

test('a page that is renamed, with the places that link to it', async () => {
  const shop = await piece('mfe-shop', '1', ['home'], buy);
  const old = await piece('mfe-cart', '1', ['cart', 'orders']);
  const next = await piece('mfe-cart', '2', ['basket', 'orders']);
  const shell = shellVersion({
    folder: await linking({ cart: { 'shell/src/app/Header.tsx': [] } }),
  });
  const moved = { shell, before: releases(shop, old), changed: newOnes(next) };
  const refusals = await found({ ...moved, remotes: [shop, next] });
  expect(refusals).toEqual([
    {
      severity: 'refusal',
      rule: 'links',
      flag: '--anyway',
      message:
        'mfe-cart 2 no longer has pages that shell 1.0.0-bbbbbbbbbb links to: “cart” (shell/src/app/Header.tsx). These links lead to “Page not found”. Keep their names, or release shell without the links first.',
      ours: 'mfe-cart 2',
      live: 'shell 1.0.0-bbbbbbbbbb',
    },
    {
      severity: 'refusal',
      rule: 'links',
      flag: '--anyway',
      message:
        'mfe-cart 2 no longer has pages that mfe-shop 1 links to: “cart” (mfe-shop/src/Buy.tsx, mfe-shop/src/Pay.tsx). These links lead to “Page not found”. Keep their names, or release mfe-shop without the links first.',
      ours: 'mfe-cart 2',
      live: 'mfe-shop 1',
    },
  ]);
  // As a canary, a share of the visitors lose it.
  expect(await messages({ ...moved, remotes: [shop, old, next] })).toHaveLength(2);
});

test('a remote that is withdrawn with a page that others link to', async () => {
  const shop = await piece('mfe-shop', '1', ['home'], buy);
  const old = await piece('mfe-cart', '1', ['cart']);
  expect(await messages({ before: releases(shop, old), remotes: [shop] })).toEqual([
    'Without mfe-cart 1 there are no pages that mfe-shop 1 links to: “cart” (mfe-shop/src/Buy.tsx, mfe-shop/src/Pay.tsx). These links lead to “Page not found”. Give them to another remote, or release mfe-shop without the links first.',
  ]);
});

test('a link of a new version to a page that no live remote has', async () => {
  const shop = await piece('mfe-shop', '2', ['home'], buy);
  const cart = await piece('mfe-cart', '1', ['basket']);
  const moved = { before: releases(cart), remotes: [shop, cart], changed: newOnes(shop) };
  expect(await messages(moved)).toEqual([
    'mfe-shop 2 links to pages that no live remote has: “cart” (mfe-shop/src/Buy.tsx, mfe-shop/src/Pay.tsx). These links lead to “Page not found”. Release a remote with the pages first, or leave the links out.',
  ]);
  // A fault of before says nothing about another release.
  expect(await messages({ ...moved, changed: newOnes(cart) })).toEqual([]);
});

test('a page that comes to another remote in the same step is no loss', async () => {
  const shop = await piece('mfe-shop', '1', ['home'], buy);
  const old = await piece('mfe-cart', '1', ['cart']);
  const [next, pay] = [await piece('mfe-cart', '2', []), await piece('mfe-pay', '1', ['cart'])];
  const moved = { before: releases(shop, old), changed: newOnes(next, pay) };
  expect(await messages({ ...moved, remotes: [shop, next, pay] })).toEqual([]);
});

test('a link that is changed together with the page is no warning', async () => {
  const old = await piece('mfe-cart', '1', ['cart']);
  const next = await piece('mfe-cart', '2', ['basket']);
  const shop = await piece('mfe-shop', '2', ['home'], {
    basket: { 'mfe-shop/src/Buy.tsx': [] },
  });
  const before = releases(await piece('mfe-shop', '1', ['home'], buy), old);
  const moved = { before, remotes: [shop, next], changed: newOnes(shop, next) };
  expect(await messages(moved)).toEqual([]);
});

test('a shell that is published before any remote has no page to link to yet', async () => {
  const shell = shellVersion({ folder: await linking(buy) });
  const changed = new Set(['shell 1.0.0-bbbbbbbbbb']);
  expect(await messages({ shell, changed })).toEqual([]);
});

/** A remote with one page at a path. */
const pageAtPath = async (version: string, path: string) =>
  remoteVersion(
    {
      id: 'mfe-catalog',
      version,
      routes: [{ page: 'product', path, access: 'open', module: './Page' }],
    },
    await linking({}),
  );

test.each([
  ['renamed', '/items/:productId', '/items/:id', ':id'],
  ['added', '/items', '/items/:tab', ':tab'],
])(
  'a parameter that is %s stops a page that live pieces link to without it',
  async (_how, was, is, missing) => {
    const [old, next] = [await pageAtPath('1', was), await pageAtPath('2', is)];
    const given = was === '/items' ? [] : ['productId'];
    const shop = await piece('mfe-shop', '1', ['home'], {
      product: { 'mfe-shop/src/A.tsx': given },
    });
    const moved = { before: releases(shop, old), remotes: [shop, next], changed: newOnes(next) };
    expect(await found(moved)).toEqual([
      {
        severity: 'refusal',
        rule: 'links',
        flag: '--anyway',
        message: `remote.json of mfe-catalog 2 declares the page “product” at ${is}, and mfe-shop 1 links to it without ${missing} (mfe-shop/src/A.tsx). These links lead to “Page not found”. Keep the page’s parameters, or release mfe-shop with links that give ${missing} first.`,
        ours: 'mfe-catalog 2',
        live: 'mfe-shop 1',
      },
    ]);
  },
);

test('a link that gives the new parameter beside the old one lets the page change', async () => {
  const [old, next] = [await pageAtPath('1', '/items/:productId'), await pageAtPath('2', '/i/:id')];
  const links = { product: { 'mfe-shop/src/A.tsx': ['productId', 'id'] } };
  const shop = await piece('mfe-shop', '1', ['home'], links);
  const moved = { before: releases(shop, old), remotes: [shop, next], changed: newOnes(next) };
  expect(await messages(moved)).toEqual([]);
});

test('a new version that links to a live page without its parameter', async () => {
  const [catalog, shop] = [
    await pageAtPath('1', '/items/:productId'),
    await piece('mfe-shop', '2', ['home'], { product: { 'mfe-shop/src/A.tsx': ['id'] } }),
  ];
  const moved = { before: releases(catalog), remotes: [shop, catalog], changed: newOnes(shop) };
  expect(await messages(moved)).toEqual([
    'mfe-shop 2 links to the page “product” of mfe-catalog 1, which is at /items/:productId, without :productId (mfe-shop/src/A.tsx). These links lead to “Page not found”. Give the links this parameter.',
  ]);
});
