import { commonAddress, type DeclaredRoute, type PublishedRemote } from '@patchwork/host';
import { expect, test } from 'vitest';
import type { Finding } from '../../findings.ts';
import { folderWith, liveWith, pageAt, remoteVersion, shellVersion } from '../../testing/gate.ts';
import { type Live, nameOf, type RemoteVersion } from '../live.ts';
import type { TypesIndex } from '../types/types-index.ts';
import {
  checkAccess,
  checkLinks,
  checkRefuges,
  checkRoutes,
  warnOfCatchAll,
  warnOfMoved,
} from './pages.ts';

type Access = 'open' | 'visitor' | 'login';

const route = (
  page: string,
  path: string,
  changes: Partial<DeclaredRoute> = {},
): DeclaredRoute => ({
  ...{ page, path, access: 'open', module: './Page' },
  ...changes,
});

const guarded = (id: string, version: string, routes: Record<string, Access>) =>
  remoteVersion({
    ...{ id, version },
    routes: Object.entries(routes).map(([path, access]) => route(pageAt(path), path, { access })),
  });

const releases = (...versions: RemoteVersion[]): PublishedRemote[] =>
  versions.map(({ release }) => release);

const texts = (findings: readonly Finding[]) => findings.map(({ message }) => message);

const before = (routes: Record<string, Access>) => guarded('mfe-shop', '1.0.0-old', routes);
const after = (routes: Record<string, Access>) => guarded('mfe-shop', '1.1.0-new', routes);

interface Opening {
  readonly remote: RemoteVersion;
  readonly live: readonly RemoteVersion[];
  readonly previous?: readonly RemoteVersion[];
  readonly others?: readonly RemoteVersion[];
}

const checkOpening = ({ remote, live, previous = [], others = [] }: Opening) =>
  checkAccess({
    remote,
    others,
    earlier: { live: releases(...live), previous: releases(...previous) },
  });

test('a route that needed a login must not become open to everyone', () => {
  const opening = { remote: after({ '/cart': 'open' }), live: [before({ '/cart': 'login' })] };
  expect(checkOpening(opening)).toEqual([
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

test.each<[Access, Access, refusals: number]>([
  ['login', 'open', 1],
  ['login', 'visitor', 1],
  ['visitor', 'open', 1],
  ['open', 'open', 0],
  ['open', 'login', 0],
  ['visitor', 'login', 0],
  ['login', 'login', 0],
])('a change of access from “%s” to “%s” is refused %i times', (was, now, refusals) => {
  const opening = { remote: after({ '/cart': now }), live: [before({ '/cart': was })] };
  expect(checkOpening(opening)).toHaveLength(refusals);
});

const catalog = (version: string, routes: Record<string, Access>) =>
  guarded('mfe-catalog', version, routes);

const withWishlist = catalog('1.0.0-old', { '/wishlist': 'login' });
const withoutWishlist = catalog('1.1.0-new', {});
const takingWishlist = after({ '/wishlist': 'open' });
const orders = guarded('mfe-checkout', '1.0.0-live', { '/orders/:id': 'login' });
const anyPage = catalog('1.0.0-live', { '/:page': 'open' });
const account = guarded('mfe-account', '1.0.0-live', { '/account/:section/:item': 'login' });
const help = guarded('mfe-help', '1.0.0-live', { '/:lang/help': 'login' });

const isRefused: readonly (readonly [what: string, opening: Opening, message: string])[] = [
  [
    'a route that loses its guard as its parameter is renamed',
    {
      remote: after({ '/orders/:order': 'open' }),
      live: [before({ '/orders/:id': 'login' })],
    },
    'opens /orders/:order to everyone',
  ],
  [
    'a guarded route that is removed and leaves its addresses to an open one',
    {
      remote: after({ '/:page': 'open' }),
      live: [before({ '/:page': 'open', '/cart': 'login' })],
    },
    'opens /:page to',
  ],
  [
    'an open route among the addresses of another remote’s guarded one',
    { remote: after({ '/orders/help': 'open' }), live: [orders], others: [orders] },
    'in mfe-checkout 1.0.0-live, which is live',
  ],
  [
    'a guarded route that moves to another remote, unguarded, in the same step',
    { remote: takingWishlist, live: [withWishlist, before({})], others: [withoutWishlist] },
    'remote.json of mfe-shop 1.1.0-new opens /wishlist to everyone; in mfe-catalog 1.0.0-old, which is live, it is for logged-in shoppers only (access “login” became “open”). Put the guard back.',
  ],
  [
    'a guarded route that was given up in one step and comes back open in the next',
    {
      remote: takingWishlist,
      live: [withoutWishlist, before({})],
      previous: [withWishlist],
      others: [withoutWishlist],
    },
    'opens /wishlist to everyone; in mfe-catalog 1.0.0-old, which was live, it is for',
  ],
  [
    'a guarded route that is removed and leaves its address to another remote',
    { remote: after({}), live: [before({ '/cart': 'login' }), anyPage], others: [anyPage] },
    'remote.json of mfe-shop 1.1.0-new leaves /cart to /:page of mfe-catalog 1.0.0-live, which is for everyone; in mfe-shop 1.0.0-old, which is live, /cart is for logged-in shoppers only (access “login” became “open”). Put the guard back.',
  ],
  [
    'an open route that shares a few addresses with another remote’s guarded one',
    { remote: after({ '/:lang/help/contact': 'open' }), live: [account], others: [account] },
    'opens /:lang/help/contact to everyone; in mfe-account 1.0.0-live, which is live, /account/:section/:item is for logged-in shoppers only',
  ],
  [
    'a route that an open one replaces, while a third one overlaps it',
    {
      remote: after({ '/account/:section': 'open' }),
      live: [before({ '/account/:section': 'login' }), help],
      others: [help],
    },
    'opens /account/:section to everyone',
  ],
];

test.each(isRefused)('%s is refused', (_what, opening, message) => {
  expect(texts(checkOpening(opening))).toEqual([expect.stringContaining(message)]);
});

test.each<[what: string, opening: Opening]>([
  [
    'a removed route beside a new one',
    { remote: after({ '/offers': 'open' }), live: [before({ '/cart': 'login' })] },
  ],
  [
    'the remote that gives up a route which another one is refused for opening',
    { remote: withoutWishlist, live: [withWishlist, before({})], others: [takingWishlist] },
  ],
  [
    'a route that was opened on purpose, whatever was live before,',
    {
      remote: after({ '/cart': 'open' }),
      live: [before({ '/cart': 'open' })],
      previous: [before({ '/cart': 'login' })],
    },
  ],
])('%s is accepted', (_what, opening) => {
  expect(checkOpening(opening)).toEqual([]);
});

test.each<[page: string, access: Access, who: string, advice: string]>([
  ['login', 'login', 'those who are not logged in', '“open” or “visitor”'],
  ['product-list', 'visitor', 'those who are logged in', '“open”'],
])(
  'the page “%s” to which the shell redirects must not have the access “%s”',
  (page, access, who, advice) => {
    const shell = { redirects: { login: 'login', visitor: 'product-list' } };
    const message = `remote.json of mfe-shop 1.1.0-new gives the page “${page}” the access “${access}”, but the shell’s guard sends ${who} there: they would be redirected endlessly. Give it the access ${advice}.`;
    expect(checkRefuges(after({ [`/${page}`]: access }), shell)).toMatchObject([
      { severity: 'refusal', rule: 'access', message },
    ]);
    expect(checkRefuges(after({ [`/${page}`]: 'open' }), shell)).toEqual([]);
    expect(checkRefuges(after({ '/cart': access }), shell)).toEqual([]);
    expect(checkRefuges(after({ [`/${page}`]: access }), {})).toEqual([]);
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
  guarded(id, '1.0.0-cccccccccc', Object.fromEntries(paths.map((path) => [path, 'open'])));

const routeMessages = (ours: string, live: string) =>
  texts(checkRoutes(routed('mfe-new', ours), [routed('mfe-old', '/', live)]));

test.each([
  ['a route that another remote has', '/cart', '/cart', ''],
  ['a route that has only another parameter', '/orders/:order', '/orders/:id', ' as /orders/:id'],
])('%s is refused', (_what, ours, live, as) => {
  expect(routeMessages(ours, live)).toEqual([
    `remote.json of mfe-new 1.0.0-cccccccccc declares the route ${ours}, which is live in mfe-old 1.0.0-cccccccccc${as}. Choose another path, or release mfe-old without it first.`,
  ]);
});

test.each([
  ['/lab/*', '/lab/photos', 'the route /lab/*, which has /lab/photos of OLD below it'],
  ['/lab/*', '/lab', 'the route /lab/*, which has /lab of OLD below it'],
  ['/lab/*', '/:a/:b/:c/:d', 'the route /lab/*, which has /:a/:b/:c/:d of OLD below it'],
  ['/lab/photos', '/lab/*', 'the route /lab/photos, which is below /lab/* of OLD'],
  ['/lab/a/*', '/lab/*', 'the route /lab/a/*, which is live in OLD as /lab/*'],
  ['/Lab/*', '/lab/*', 'the route /Lab/*, which is live in OLD as /lab/*'],
])('%s beside %s of another remote is refused', (ours, live, claim) => {
  const old = 'mfe-old 1.0.0-cccccccccc';
  expect(routeMessages(ours, live)).toEqual([
    `remote.json of mfe-new 1.0.0-cccccccccc declares ${claim.replace('OLD', old)}. Choose another path, or release mfe-old without it first.`,
  ]);
});

test.each([
  ['/lab/*', '/labs'],
  ['/lab/*', '/:page'],
  ['/lab/*', '/:page/:id'],
])('%s and %s of another remote do not collide', (ours, live) => {
  expect(routeMessages(ours, live)).toEqual([]);
});

test('opening what is below a guarded path is refused, in whichever of the two pages it was', () => {
  const at = (version: string, access: 'open' | 'login', photos: 'open' | 'login') =>
    guarded('mfe-lab', version, { '/lab/*': access, '/lab/:photo': photos });
  const check = (before: RemoteVersion, now: RemoteVersion) =>
    texts(
      checkAccess({
        remote: now,
        earlier: { live: [before.release], previous: [] },
        others: [],
      }),
    );
  expect(check(at('1', 'login', 'open'), at('2', 'open', 'open'))).toEqual([
    expect.stringContaining('opens /lab/* to everyone'),
  ]);
  expect(check(at('1', 'open', 'login'), guarded('mfe-lab', '2', { '/lab/*': 'open' }))).toEqual([
    expect.stringContaining('opens /lab/* to everyone'),
  ]);
  expect(check(at('1', 'login', 'login'), at('2', 'login', 'login'))).toEqual([]);
});

test('a page that comes to own everything below its path does not move', () => {
  const at = (version: string, path: string) => product(version, path);
  const [old, next] = [at('1', '/lab'), at('2', '/lab/*')];
  const live = { before: [old.release], remotes: [next], changed: new Set([nameOf(next)]) };
  expect(warnOfMoved(liveWith(live))).toEqual([]);
});

test.each([
  ['/:a/b', '/a/:b'],
  ['/a/:x/c', '/a/b/:y'],
])('%s and %s collide: they share an address, and neither is more exact', (ours, live) => {
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

test('a page that another remote has at another path is refused', () => {
  const cart = (id: string, path: string) =>
    remoteVersion({ ...{ id, version: '1.0.0-cccccccccc' }, routes: [route('cart', path)] });
  expect(texts(checkRoutes(cart('mfe-new', '/basket'), [cart('mfe-old', '/cart')]))).toEqual([
    'remote.json of mfe-new 1.0.0-cccccccccc declares the page “cart”, which is live in mfe-old 1.0.0-cccccccccc. Choose another name, or release mfe-old without it first.',
  ]);
});

test('a route of parameters only causes a warning, with an address that it takes', () => {
  const remote = routed('mfe-new', '/', '/:page', '/:a/:b', '/gifts/:id');
  expect(warnOfCatchAll(remote)).toMatchObject([
    {
      severity: 'warning',
      rule: 'routes',
      message:
        'remote.json of mfe-new 1.0.0-cccccccccc declares the route /:page, which also matches undeclared addresses with as many segments: /any-word would show the page “page” instead of “Page not found”. Begin the path with a fixed word: /page/:page.',
    },
    {
      severity: 'warning',
      message: expect.stringContaining('/any-word/any-word would show the page'),
    },
  ]);
});

const product = (version: string, path: string, from?: string[], folder?: string) =>
  remoteVersion(
    { ...{ id: 'mfe-catalog', version }, routes: [route('product', path, from && { from })] },
    folder,
  );

test('an old address that another remote has is refused', () => {
  const moved = product('1', '/items/:id', ['/p/:id']);
  expect(texts(checkRoutes(moved, [routed('mfe-pay', '/p/:key')]))).toEqual([
    'remote.json of mfe-catalog 1 declares the old address /p/:id, which is live in mfe-pay 1.0.0-cccccccccc as /p/:key. Choose another path, or release mfe-pay without it first.',
  ]);
});

test('a page that moves causes a warning, unless its old address redirects', () => {
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

const piece = async (id: string, version: string, pages: string[], links: Links = {}) =>
  remoteVersion(
    { ...{ id, version }, routes: pages.map((page) => route(page, `/${page}`)) },
    await folderWith({ links }),
  );

const newOnes = (...versions: RemoteVersion[]) => new Set(versions.map(nameOf));

const found = async (live: Partial<Live>) => checkLinks(liveWith(live));
const messages = async (live: Partial<Live>) => texts(await found(live));

const buy = {
  cart: { 'mfe-shop/src/Buy.tsx': [], 'mfe-shop/src/Pay.tsx': [] },
  home: { 'mfe-shop/src/X.tsx': [] },
};

test('a renamed page is refused, with the places that link to it', async () => {
  const shop = await piece('mfe-shop', '1', ['home'], buy);
  const old = await piece('mfe-cart', '1', ['cart', 'orders']);
  const next = await piece('mfe-cart', '2', ['basket', 'orders']);
  const shell = shellVersion({
    folder: await folderWith({ links: { cart: { 'shell/src/app/Header.tsx': [] } } }),
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
    expect.objectContaining({
      ...{ ours: 'mfe-cart 2', live: 'mfe-shop 1' },
      message:
        'mfe-cart 2 no longer has pages that mfe-shop 1 links to: “cart” (mfe-shop/src/Buy.tsx, mfe-shop/src/Pay.tsx). These links lead to “Page not found”. Keep their names, or release mfe-shop without the links first.',
    }),
  ]);
  // A canary without the page takes it from a share of the visitors.
  expect(await messages({ ...moved, remotes: [shop, old, next] })).toHaveLength(2);
});

test('the withdrawal of a remote with a page that others link to is refused', async () => {
  const shop = await piece('mfe-shop', '1', ['home'], buy);
  const old = await piece('mfe-cart', '1', ['cart']);
  expect(await messages({ before: releases(shop, old), remotes: [shop] })).toEqual([
    'Without mfe-cart 1 there are no pages that mfe-shop 1 links to: “cart” (mfe-shop/src/Buy.tsx, mfe-shop/src/Pay.tsx). These links lead to “Page not found”. Give them to another remote, or release mfe-shop without the links first.',
  ]);
});

test('a link of a new version to a page that no live remote has is reported', async () => {
  const shop = await piece('mfe-shop', '2', ['home'], buy);
  const cart = await piece('mfe-cart', '1', ['basket']);
  const moved = { before: releases(cart), remotes: [shop, cart], changed: newOnes(shop) };
  expect(await messages(moved)).toEqual([
    'mfe-shop 2 links to pages that no live remote has: “cart” (mfe-shop/src/Buy.tsx, mfe-shop/src/Pay.tsx). These links lead to “Page not found”. Release a remote with the pages first, or leave the links out.',
  ]);
  // A fault that was there before is not reported for the release of another piece.
  expect(await messages({ ...moved, changed: newOnes(cart) })).toEqual([]);
});

test('a page that moves to another remote in the same step is accepted', async () => {
  const shop = await piece('mfe-shop', '1', ['home'], buy);
  const old = await piece('mfe-cart', '1', ['cart']);
  const [next, pay] = [await piece('mfe-cart', '2', []), await piece('mfe-pay', '1', ['cart'])];
  const moved = { before: releases(shop, old), changed: newOnes(next, pay) };
  expect(await messages({ ...moved, remotes: [shop, next, pay] })).toEqual([]);
});

test('a link that is changed together with the page causes no warning', async () => {
  const old = await piece('mfe-cart', '1', ['cart']);
  const next = await piece('mfe-cart', '2', ['basket']);
  const shop = await piece('mfe-shop', '2', ['home'], {
    basket: { 'mfe-shop/src/Buy.tsx': [] },
  });
  const before = releases(await piece('mfe-shop', '1', ['home'], buy), old);
  const moved = { before, remotes: [shop, next], changed: newOnes(shop, next) };
  expect(await messages(moved)).toEqual([]);
});

test('a shell that is published before any remote gets no warning of its links', async () => {
  const shell = shellVersion({ folder: await folderWith({ links: buy }) });
  const changed = new Set(['shell 1.0.0-bbbbbbbbbb']);
  expect(await messages({ shell, changed })).toEqual([]);
});

const pageAtPath = async (version: string, path: string) =>
  product(version, path, undefined, await folderWith({}));

test.each([
  ['renamed', '/items/:productId', '/items/:id', ':id'],
  ['added', '/items', '/items/:tab', ':tab'],
])(
  'a page with a parameter that is %s is refused if live pieces link to it without that',
  async (_how, was, is, missing) => {
    const [old, next] = [await pageAtPath('1', was), await pageAtPath('2', is)];
    const given = was === '/items' ? [] : ['productId'];
    const links = { product: { 'mfe-shop/src/A.tsx': given } };
    const shop = await piece('mfe-shop', '1', ['home'], links);
    const moved = { before: releases(shop, old), remotes: [shop, next], changed: newOnes(next) };
    expect(await found(moved)).toMatchObject([
      {
        ...{ flag: '--anyway', ours: 'mfe-catalog 2', live: 'mfe-shop 1' },
        message: `remote.json of mfe-catalog 2 declares the page “product” at ${is}, and mfe-shop 1 links to it without ${missing} (mfe-shop/src/A.tsx). These links lead to “Page not found”. Keep the page’s parameters, or release mfe-shop with links that give ${missing} first.`,
      },
    ]);
  },
);

test('a page may rename a parameter if links give the new name beside the old one', async () => {
  const [old, next] = [await pageAtPath('1', '/items/:productId'), await pageAtPath('2', '/i/:id')];
  const links = { product: { 'mfe-shop/src/A.tsx': ['productId', 'id'] } };
  const shop = await piece('mfe-shop', '1', ['home'], links);
  const moved = { before: releases(shop, old), remotes: [shop, next], changed: newOnes(next) };
  expect(await messages(moved)).toEqual([]);
});

test('a new version that links to a live page without its parameter is refused', async () => {
  const [catalog, shop] = [
    await pageAtPath('1', '/items/:productId'),
    await piece('mfe-shop', '2', ['home'], { product: { 'mfe-shop/src/A.tsx': ['id'] } }),
  ];
  const moved = { before: releases(catalog), remotes: [shop, catalog], changed: newOnes(shop) };
  expect(await messages(moved)).toEqual([
    'mfe-shop 2 links to the page “product” of mfe-catalog 1, which is at /items/:productId, without :productId (mfe-shop/src/A.tsx). These links lead to “Page not found”. Give the links this parameter.',
  ]);
});
