import { expect, test } from 'vitest';
import { remoteVersion } from '../testing.ts';
import { checkAccess } from './access.ts';

type Access = 'open' | 'visitor' | 'login';

const guarded = (id: string, version: string, routes: Record<string, Access>) =>
  remoteVersion({
    id,
    version,
    routes: Object.entries(routes).map(([path, access]) => ({ path, access, module: './Page' })),
  });

const before = (routes: Record<string, Access>) => guarded('mfe-shop', '1.0.0-old', routes);
const after = (routes: Record<string, Access>) => guarded('mfe-shop', '1.1.0-new', routes);

test('a route that needed a login is open to everyone', () => {
  const check = {
    remote: after({ '/cart': 'open' }),
    replaced: before({ '/cart': 'login' }),
    others: [],
  };
  expect(checkAccess(check)).toEqual([
    {
      rule: 'access',
      file: 'remote.json',
      message:
        'remote.json of mfe-shop 1.1.0-new opens /cart to everyone; in mfe-shop 1.0.0-old, which is live, it is for logged-in shoppers only (access “login” became “open”). Put the guard back, or say that it is meant: --allow-access /cart',
      ours: 'mfe-shop 1.1.0-new',
      live: 'mfe-shop 1.0.0-old',
    },
  ]);
  expect(checkAccess({ ...check, allowAccess: ['/orders'] })).toHaveLength(1);
  expect(checkAccess({ ...check, allowAccess: ['/cart'] })).toEqual([]);
});

test.each<[Access, Access]>([
  ['login', 'open'],
  ['login', 'visitor'],
  ['visitor', 'open'],
])('from “%s” to “%s” lets somebody in', (was, now) => {
  const replaced = before({ '/cart': was });
  expect(checkAccess({ remote: after({ '/cart': now }), replaced, others: [] })).toHaveLength(1);
});

test.each<[Access, Access]>([
  ['open', 'open'],
  ['open', 'login'],
  ['visitor', 'login'],
  ['login', 'login'],
])('from “%s” to “%s” lets nobody in', (was, now) => {
  const replaced = before({ '/cart': was });
  expect(checkAccess({ remote: after({ '/cart': now }), replaced, others: [] })).toEqual([]);
});

test('a route that loses its guard behind another parameter', () => {
  const remote = after({ '/orders/:order': 'open' });
  const replaced = before({ '/orders/:id': 'login' });
  expect(checkAccess({ remote, replaced, others: [] })).toHaveLength(1);
});

test('a guarded route that is gone and leaves its addresses to an open one', () => {
  const remote = after({ '/:page': 'open' });
  const replaced = before({ '/:page': 'open', '/cart': 'login' });
  expect(checkAccess({ remote, replaced, others: [] })[0]?.message).toContain('opens /:page to');
});

test('an open route amid another remote’s guarded ones', () => {
  const remote = after({ '/orders/help': 'open' });
  const others = [guarded('mfe-checkout', '1.0.0-live', { '/orders/:id': 'login' })];
  expect(checkAccess({ remote, others })[0]).toMatchObject({ live: 'mfe-checkout 1.0.0-live' });
});

test('a route that is gone, and one that is new', () => {
  const remote = after({ '/offers': 'open' });
  expect(checkAccess({ remote, replaced: before({ '/cart': 'login' }), others: [] })).toEqual([]);
});
