import path from 'node:path';
import { expect, test } from 'vitest';
import { pageAt, remoteVersion, shellVersion } from '../testing/gate.ts';
import { temporaryFolder } from '../testing/release.ts';
import { checkRemote, checkShell } from './check.ts';
import type { ShellVersion } from './live.ts';

const page = (routePath: string, access: 'open' | 'login') => ({
  page: pageAt(routePath),
  path: routePath,
  access,
  module: './Page',
});

const shared = (requiredVersion: string) => ({ react: { version: '18.3.1', requiredVersion } });

async function setting() {
  const root = await temporaryFolder();
  return {
    shell: shellVersion({ root, folder: root, shared: { react: { version: '19.3.1' } } }),
    remote: remoteVersion(
      {
        routes: [page('/', 'open'), page('/cart', 'open')],
        fragments: { bar: { module: './Bar' } },
        shared: { ...shared('^18.0.0'), chart: { version: '1.0.0', requiredVersion: '^1.0.0' } },
        size: { raw: 3000, brotli: 1000 },
        budgets: { 'no-page': 999 },
      },
      path.join(root, 'remote'),
    ),
    replaced: remoteVersion({ version: '1.0.0-old', routes: [page('/cart', 'login')] }, root),
    other: remoteVersion(
      {
        id: 'mfe-other',
        routes: [page('/', 'open')],
        fragments: { bar: { module: './Bar' } },
        shared: { chart: { version: '2.0.0', requiredVersion: '^2.0.0' } },
      },
      root,
    ),
  };
}

const rulesOf = (refusals: readonly { readonly rule: string }[]) => [
  ...new Set(refusals.map(({ rule }) => rule)),
];

test('a remote is checked by itself, against other remotes and against the live shell', async () => {
  const { remote, replaced, other, shell } = await setting();
  const earlier = { live: [replaced.release, other.release], previous: [] };
  const check = { remote, others: [other], earlier, shell };
  expect(rulesOf(await checkRemote(check))).toEqual([
    'files',
    'routes',
    'access',
    'budget',
    'shared ranges',
  ]);
});

test('without a live shell the shared packages of a remote are not checked', async () => {
  const { remote, replaced } = await setting();
  const earlier = { live: [replaced.release], previous: [] };
  const rules = rulesOf(await checkRemote({ remote, others: [], earlier }));
  expect(rules).toEqual(['files', 'access', 'budget']);
});

test('a shell is checked for its files, and against every live remote', async () => {
  const { remote, other, shell } = await setting();
  const refusals = await checkShell({ shell, remotes: [remote, other] });
  expect(rulesOf(refusals)).toEqual(['files', 'shared ranges']);
  expect(refusals.map(({ live }) => live)).toContain('mfe-other 1.1.0-aaaaaaaaaa');
});

test('a shell that redirects to a live page which would redirect again is refused', async () => {
  const { remote, shell } = await setting();
  const login = { ...remote.release, routes: [page('/login', 'login')] };
  const check = (redirects: ShellVersion['redirects']) =>
    checkShell({ shell: { ...shell, redirects }, remotes: [{ ...remote, release: login }] });
  expect(rulesOf(await check({ login: 'login' }))).toContain('access');
  expect(rulesOf(await check({ login: 'home' }))).not.toContain('access');
});
