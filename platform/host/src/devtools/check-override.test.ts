import { expect, test } from 'vitest';
import { parseActiveRemotes } from '../index.ts';
import { type Page, parseOverrideAddress, validateOverride } from './check-override.ts';

const read = (address: string, overrideOrigins?: string[], pageUrl = 'http://shop.example/cart') =>
  parseOverrideAddress(address, { pageUrl, overrideOrigins });

test.each([
  ['http://localhost:3001', 'http://localhost:3001'],
  ['http://localhost:3001/', 'http://localhost:3001'],
  ['https://127.0.0.1:8443', 'https://127.0.0.1:8443'],
  [
    'http://localhost:4000/remotes/mfe-catalog/1.0.0/',
    'http://localhost:4000/remotes/mfe-catalog/1.0.0',
  ],
])('%s is a local URL', (address, plain) => {
  expect(read(address)).toEqual({ ok: true, value: plain });
});

test.each([
  ['https://evil.example', /is not an allowed origin. This shop allows any port of localhost/],
  ['http://localhost.evil.example', /not an allowed origin/],
  ['http://localhost:3001@evil.example', /holds more than an origin and a path/],
  ['http://localhost:3001?a=1', /holds more than an origin and a path/],
  ['javascript:alert(1)', /not an allowed origin/],
  ['data:text/javascript,alert(1)', /not an allowed origin/],
  ['localhost:3001', /not an allowed origin/],
  ['3001', /is not an address. Write it like/],
  ['', /is not an address/],
])('%s is refused', (address, sentence) => {
  const result = read(address);
  expect(result.ok ? 'accepted' : result.error).toMatch(sentence);
});

test('the configuration’s origins replace the default', () => {
  const preview = ['https://preview.example'];
  expect(read('https://preview.example/mfe-catalog', preview).ok).toBe(true);
  expect(read('https://preview.example:8443', preview).ok).toBe(false);
  expect(read('http://localhost:3001', preview)).toEqual({
    ok: false,
    error:
      'http://localhost:3001 is not an allowed origin. This shop allows https://preview.example.',
  });
  const none = read('http://localhost:3001', []);
  expect(none.ok ? '' : none.error).toContain('This shop allows none.');
});

test('an https page allows http from this machine only', () => {
  const page = 'https://shop.example/';
  expect(read('http://localhost:3001', undefined, page).ok).toBe(true);
  const result = read('http://preview.example', ['http://preview.example'], page);
  expect(result.ok ? 'accepted' : result.error).toBe(
    'This page came over https, which loads nothing over http. Serve preview.example by https.',
  );
});

test('a version in the shop’s own release is allowed, and no other file of the shop', () => {
  const released = 'http://shop.example/remotes/mfe-catalog/1.0.0-1a2b3c4d5e';
  expect(read(released, [])).toEqual({ ok: true, value: released });
  expect(read('http://shop.example/images/remotes/mfe-catalog').ok).toBe(false);
  expect(read('http://shop.example/remotes/../images').ok).toBe(false);
  expect(read('http://evil.example/remotes/mfe-catalog/1.0.0-1a2b3c4d5e').ok).toBe(false);
});

const override = { remoteId: 'mfe-catalog', address: 'http://localhost:3001' };

const home = { page: 'home', path: '/', access: 'open', module: './Home' };
const wishlist = { page: 'wishlist', path: '/wishlist', access: 'login', module: './Wishlist' };
const declaration = { id: 'mfe-catalog', team: 'Catalogue', routes: [home, wishlist] };

const react = { name: 'react', version: '19.3.1', singleton: true, requiredVersion: '^19.3.1' };
const manifest = {
  metaData: { globalName: 'mfe_catalog', remoteEntry: { name: 'remoteEntry.js', path: '' } },
  exposes: [{ path: './Home' }, { path: './Wishlist' }],
  shared: [react],
};

const { active } = parseActiveRemotes({
  remotes: [
    { ...declaration, version: '1.0.0', entry: '/catalog/remoteEntry.js' },
    {
      id: 'mfe-account',
      team: 'Account',
      version: '1.0.0',
      entry: '/account/remoteEntry.js',
      routes: [{ page: 'login', path: '/login', access: 'visitor', module: './Login' }],
    },
  ],
});

const page: Page = {
  active,
  copies: new Map([['react', '19.3.1']]),
  satisfies: (version, range) => range === `^${version}`,
  isProduction: true,
};

function problemsOf(found: { declaration?: unknown; manifest?: unknown }, on = page) {
  const result = validateOverride(override, { declaration, manifest, ...found }, on);
  return result.ok ? [] : result.error;
}

test('a compatible remote replaces the released one, with an entry at the URL', () => {
  const result = validateOverride(override, { declaration, manifest }, page);
  expect(result).toMatchObject({
    ok: true,
    value: {
      ...override,
      warnings: [],
      remote: { id: 'mfe-catalog', entry: 'http://localhost:3001/remoteEntry.js', files: {} },
    },
  });
});

test.each([
  [
    'another remote',
    { declaration: { ...declaration, id: 'mfe-account' } },
    'http://localhost:3001 serves mfe-account, not mfe-catalog.',
  ],
  ['a missing id', { declaration: [] }, 'http://localhost:3001/remote.json names no id.'],
  [
    'a bad declaration',
    { declaration: { ...declaration, routes: 'all' } },
    /^remote\.json: mfe-catalog: routes: /,
  ],
  [
    'a route of another remote',
    { declaration: { ...declaration, routes: [{ ...home, path: '/login' }] } },
    'remote.json: mfe-catalog: the route /login is mfe-account’s already',
  ],
  [
    'a bad manifest',
    { manifest: { ...manifest, exposes: 'all' } },
    /^http:\/\/localhost:3001\/mf-manifest\.json: exposes: /,
  ],
  [
    'another container',
    { manifest: { ...manifest, metaData: { ...manifest.metaData, globalName: 'other' } } },
    /its container is other/,
  ],
  [
    'a module that is not exposed',
    { manifest: { ...manifest, exposes: [{ path: './Home' }] } },
    'mfe-catalog declares ./Wishlist, which its build does not expose.',
  ],
  [
    'an unmet range',
    { manifest: { ...manifest, shared: [{ ...react, requiredVersion: '^20.0.0' }] } },
    'react: the remote requires ^20.0.0, and this page holds 19.3.1.',
  ],
  [
    'a package that the page does not share',
    { manifest: { ...manifest, shared: [react, { ...react, name: 'react/compiler-runtime' }] } },
    'react/compiler-runtime: the remote requires it, and this page does not share it.',
  ],
  [
    'a development build',
    { manifest: { ...manifest, shared: [react, { ...react, name: 'react/jsx-dev-runtime' }] } },
    /development build.*Start it with “pnpm dev mfe-catalog --remote-only”/,
  ],
])('%s is refused in one sentence', (_, found, sentence) => {
  const problems = problemsOf(found);
  expect(problems).toHaveLength(1);
  expect(problems[0]).toMatch(sentence);
});

test('every unmet package is named', () => {
  const jotai = { name: 'jotai', singleton: true, requiredVersion: '^3.0.0' };
  const shared = [{ ...react, requiredVersion: '^20.0.0' }, jotai];
  const copies = new Map([...page.copies, ['jotai', '2.20.3']]);
  expect(problemsOf({ manifest: { ...manifest, shared } }, { ...page, copies })).toEqual([
    'react: the remote requires ^20.0.0, and this page holds 19.3.1.',
    'jotai: the remote requires ^3.0.0, and this page holds 2.20.3.',
  ]);
});

test('a shared package that is not a singleton fits in any version', () => {
  const shared = [{ name: 'react', singleton: false, requiredVersion: '^18.0.0' }];
  expect(problemsOf({ manifest: { ...manifest, shared } })).toEqual([]);
});

test('a development page accepts a development build', () => {
  const shared = [react, { ...react, name: 'react/jsx-dev-runtime' }];
  expect(
    problemsOf({ manifest: { ...manifest, shared } }, { ...page, isProduction: false }),
  ).toEqual([]);
});

test('routes that differ from the released ones cause warnings', () => {
  const routes = [
    { ...wishlist, access: 'open' },
    { ...home, path: '/news' },
  ];
  const result = validateOverride(
    override,
    { declaration: { ...declaration, routes }, manifest },
    page,
  );
  expect(result.ok && result.value.warnings).toEqual([
    'The route /wishlist is for everyone; released, it is for logged-in shoppers only.',
    'The route /news is new, for everyone.',
    'The route / is removed.',
  ]);
});
