import { expect, test } from 'vitest';
import { browserRegistry } from './browser-registry.ts';
import { parseRegistry } from './registry.ts';

const sri = (letter: string) => `sha384-${letter.repeat(64)}`;

const release = (version: string) => ({
  id: 'mfe-catalog',
  team: 'Catalogue',
  version,
  entry: `/remotes/mfe-catalog/${version}/remoteEntry.js`,
  routes: [{ page: 'home', path: '/', access: 'open', module: './Home' }],
  slots: { 'header-search': './Search' },
  files: { './Home': ['static/home.js'], './Search': ['static/search.js'] },
  integrity: {
    'remoteEntry.js': sri('a'),
    'static/home.js': sri('b'),
    'static/later.js': sri('c'),
    'static/search.js': sri('d'),
  },
  shared: { react: { version: '19.0.0', requiredVersion: '^19.0.0' } },
  size: { raw: 10, brotli: 5 },
  publishedAt: '2026-01-01T00:00:00.000Z',
});

const { registry } = parseRegistry({
  format: 2,
  shell: { version: '1.0.0' },
  remotes: [
    {
      id: 'mfe-catalog',
      stable: release('3'),
      canary: { release: release('4'), percent: 5 },
      previous: [release('2'), release('1')],
    },
  ],
});

test('a page gets what it preloads, and one previous version', () => {
  const [remote] = browserRegistry(registry).remotes;
  expect(remote?.stable.integrity).toEqual({
    'remoteEntry.js': sri('a'),
    'static/home.js': sri('b'),
  });
  expect(remote?.canary?.release.files).toEqual({ './Home': ['static/home.js'] });
  expect(remote?.previous.map(({ version }) => version)).toEqual(['2']);
  expect(remote?.previous[0]?.integrity).toEqual({ 'remoteEntry.js': sri('a') });
  expect(JSON.stringify(remote)).not.toMatch(/publishedAt|size|19\.0\.0/);
});

test('a page reads it as it reads a registry', () => {
  const document = JSON.parse(JSON.stringify(browserRegistry(registry)));
  const read = parseRegistry(document);
  expect(read.problems).toEqual([]);
  expect(read.registry).toEqual(browserRegistry(registry));
});
