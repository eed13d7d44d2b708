import { expect, test } from 'vitest';
import type { RemoteVersion } from '../gate.ts';
import { pageAt, remoteVersion } from '../testing.ts';
import { checkAccess, checkRefuges, type EarlierVersions } from './access.ts';

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
