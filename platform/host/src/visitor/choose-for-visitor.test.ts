// @vitest-environment happy-dom

import { expect, test, vi } from 'vitest';
import { parseRegistry } from '../registry/registry.ts';
import { pageRelease, releaseOf } from '../testing/remotes.ts';
import { chooseForVisitor, chooseGoodVersions, readBucket } from './choose-for-visitor.ts';
import { rememberFailure } from './failed-versions.ts';
import { createShopRegistry } from './shop-registry.ts';

test('a bucket is drawn once and stored', () => {
  const bucket = readBucket();
  expect(bucket).toBeGreaterThanOrEqual(0);
  expect(bucket).toBeLessThan(10_000);
  for (let visit = 0; visit < 10; visit += 1) expect(readBucket()).toBe(bucket);
  expect(localStorage.getItem('patchwork:bucket')).toBe(
    JSON.stringify({ version: 1, value: bucket }),
  );
});

test.each([10_000, -1, 7.5, '7', null])('a stored bucket %j is replaced by a new one', (value) => {
  localStorage.setItem('patchwork:bucket', JSON.stringify({ version: 1, value }));
  const bucket = readBucket();
  expect(typeof bucket).toBe('number');
  expect(bucket).not.toBe(value);
  expect(readBucket()).toBe(bucket);
});

const refuse = () => {
  throw new DOMException('denied', 'SecurityError');
};

test.each([
  ['is full', { getItem: () => null, setItem: refuse }],
  ['is forbidden', { getItem: refuse, setItem: refuse }],
])('a browser whose storage %s has no bucket', (_, storage) => {
  vi.stubGlobal('localStorage', storage);
  expect(readBucket()).toBeUndefined();
});

test('a bucket is drawn only if there is a canary', () => {
  const choose = (pointers: object) => {
    const remote = { id: 'mfe-catalog', stable: releaseOf('1'), ...pointers };
    return chooseForVisitor(parseRegistry({ format: 2, remotes: [remote] }).registry).remotes;
  };
  expect(choose({})).toMatchObject([{ version: '1' }]);
  expect(localStorage).toHaveLength(0);
  choose({ canary: { release: releaseOf('2'), percent: 10 } });
  expect(localStorage.getItem('patchwork:bucket')).not.toBeNull();
});

/** Returns a remote whose stable version 2 and previous version 1 have these pages. */
function remoteWith(id: string, stable: string[], previous: string[]) {
  const release = (version: string, pages: string[]) => {
    const routes = pages.map((page) => ({ page, path: `/${page}`, access: 'open', module: './A' }));
    return pageRelease(id, version, { routes });
  };
  return { id, stable: release('2', stable), previous: [release('1', previous)] };
}

test.each([
  ['only pages of its own is used', { list: ['list'], gifts: ['gifts'] }, ['1', '1', '2']],
  ['a page that has moved is not used', { list: ['orders'], gifts: ['gifts'] }, ['2', '1', '2']],
  [
    'a page of a version that stays for this reason is not used',
    { list: ['orders'], gifts: ['list'] },
    ['2', '2', '2'],
  ],
])('after a failure, a previous version with %s', async (_, previous, versions) => {
  const remotes = [
    remoteWith('mfe-catalog', ['list'], previous.list),
    remoteWith('mfe-gifts', ['gifts'], previous.gifts),
    remoteWith('mfe-checkout', ['orders'], []),
  ];
  const { registry } = parseRegistry({ format: 2, remotes });
  const shop = createShopRegistry(registry, { remoteOrigins: [], hasRemoteChanges: false });
  for (const remote of ['mfe-catalog', 'mfe-gifts'])
    rememberFailure({ remote, version: '2' }, 'crash');
  const chosen = await chooseGoodVersions(shop);
  expect(chosen.remotes.map(({ version }) => version)).toEqual(versions);
  // Later, when the page has its routes, each previous version is good enough for the pages that it still has.
  const replaced = await chooseGoodVersions(shop, [{ remote: 'mfe-catalog', version: '2' }]);
  expect(replaced.remotes.map(({ version }) => version)).toEqual(['1', '1', '2']);
});
