// @vitest-environment happy-dom

import {
  type ComponentType,
  createContext,
  createElement,
  forwardRef,
  lazy,
  memo,
  Component as ReactComponent,
} from 'react';
import { beforeEach, expect, test, vi } from 'vitest';
import { activeRemote } from '../testing/remotes.ts';
import { createActiveVersions, createContainers } from './containers.ts';
import { createModuleLoader, RemoteLoadError } from './module-loader.ts';

const home = { page: 'home' };
const search = { slot: 'header-search' };
const versionOf = (version: string) =>
  activeRemote(version, {
    routes: [{ page: 'home', path: '/', access: 'open', module: './Home' }],
    fragments: { 'header-search': { module: './Search' } },
  });
const [newer, older] = [versionOf('2'), versionOf('1')];

beforeEach(() => {
  vi.useFakeTimers();
});

/** Opens a shop of version 2 whose modules arrive when `arrive` is called, from the version registered then. */
function openShop() {
  let inPlace = '';
  let waiting: (() => void)[] = [];
  const loader = createModuleLoader(
    { remotes: [newer] },
    {
      register(_container, entry) {
        inPlace = entry;
      },
      loadRemote: () =>
        new Promise((resolve) => {
          waiting.push(() => resolve({ Component: () => inPlace }));
        }),
    },
  );
  const versions = createActiveVersions({ remotes: [newer] });
  const containers = createContainers(loader, versions);
  return {
    containers,
    entry: () => inPlace,
    asked: () => waiting.length,
    async arrive() {
      const all = waiting;
      waiting = [];
      for (const resolve of all) resolve();
      await vi.advanceTimersByTimeAsync(0);
    },
  };
}

const later = () => vi.advanceTimersByTimeAsync(0);

test('a container is not replaced while one of its modules is being loaded, for any page or slot', async () => {
  const { containers, entry, arrive } = openShop();
  void containers.load(newer, search);
  void containers.exclusively(newer, () => containers.tryVersion(older, home));
  await later();
  expect(entry()).toBe(newer.entry);
  await arrive();
  expect(entry()).toBe(older.entry);
});

test('a module that does not arrive delays the replacement for three seconds at most', async () => {
  const { containers, entry } = openShop();
  void containers.load(newer, search);
  void containers.exclusively(newer, () => containers.tryVersion(older, home));
  await vi.advanceTimersByTimeAsync(2900);
  expect(entry()).toBe(newer.entry);
  await vi.advanceTimersByTimeAsync(200);
  expect(entry()).toBe(older.entry);
});

test('while a version is tried no other module is loaded; afterwards it comes from the active version', async () => {
  const { containers, asked, arrive } = openShop();
  void containers.exclusively(newer, () => containers.tryVersion(older, home));
  const part = containers.load(newer, search);
  await later();
  expect(asked()).toBe(1);
  await arrive();
  expect(asked()).toBe(1);
  await arrive();
  expect((await part).remote.version).toBe('1');
});

test('two replacements run one after the other, and one that fails does not block the next', async () => {
  const { containers } = openShop();
  const order: string[] = [];
  const first = containers.exclusively(newer, async () => {
    await later();
    order.push('first');
    throw new Error('storage is full');
  });
  const second = containers.exclusively(newer, async () => order.push('second'));
  await expect(first).rejects.toThrow('storage is full');
  await second;
  expect(order).toEqual(['first', 'second']);
});

test('a remote is reloaded once none of its modules is being loaded, and new calls wait for the reload', async () => {
  const { containers, entry, asked, arrive } = openShop();
  void containers.load(newer, search);
  const reloaded = containers.reload(newer);
  void containers.load(newer, home);
  await later();
  expect([entry(), asked()]).toEqual([newer.entry, 1]);
  await arrive();
  await reloaded;
  expect(entry()).toContain('?reloaded=');
  await later();
  expect(asked()).toBe(1);
});

/** Loads the page `home` from a version whose module has these exports. */
const loadFrom = (module: unknown) => {
  const loader = createModuleLoader(
    { remotes: [newer] },
    { register: () => undefined, loadRemote: async () => module },
  );
  return createContainers(loader, createActiveVersions({ remotes: [newer] })).load(newer, home);
};

test.each([
  ...['text', {}, { Component: 'div' }, { Component: {} }],
  { Component: createElement('div') },
  { Component: createContext('') },
])('a module without a component is a failure of its version: %j', async (module) => {
  await expect(loadFrom(module)).rejects.toMatchObject({
    name: 'RemoteLoadError',
    cause: new TypeError('./Home exports no Component'),
  });
});

const Home = () => null;

test.each<[string, ComponentType]>([
  ['class', class extends ReactComponent {}],
  ['memo', memo(Home)],
  ['forwardRef', forwardRef(Home)],
  ['lazy', lazy(async () => ({ default: Home }))],
  ['memo(forwardRef)', memo(forwardRef(Home))],
])('a component that is made with %s is loaded', async (_kind, Component) => {
  expect((await loadFrom({ Component })).Component).toBe(Component);
});

test('a module that failed is loaded from a new container the next time, and modules loaded before are kept', async () => {
  const entries: string[] = [];
  const loader = createModuleLoader(
    { remotes: [newer] },
    {
      register: (_container, entry) => entries.push(entry),
      async loadRemote(request) {
        if (request.endsWith('Home') && entries.length === 1) throw new Error('torn seam');
        return { Component: () => entries.at(-1) };
      },
    },
  );
  const containers = createContainers(loader, createActiveVersions({ remotes: [newer] }));
  const part = await containers.load(newer, search);
  const failure = containers.load(newer, home).catch((error: unknown) => error);
  await vi.advanceTimersByTimeAsync(1000);
  expect(await failure).toBeInstanceOf(RemoteLoadError);
  expect(entries).toHaveLength(1);
  await Promise.all([containers.load(newer, home), containers.load(newer, home)]);
  expect(entries).toEqual([newer.entry, expect.stringContaining('?reloaded=')]);
  expect((await containers.load(newer, search)).Component).toBe(part.Component);
});

test('a new container does not wait for files that were preloaded for the old one', async () => {
  const ahead = (address: string) => `<link rel="preload" as="script" href="${address}">`;
  const elsewhere = '/remotes/mfe-account/1/remoteEntry.js';
  document.head.innerHTML = ahead(newer.entry.replace('remoteEntry', 'home')) + ahead(elsewhere);
  const { containers } = openShop();
  await containers.reload(newer);
  const left = [...document.querySelectorAll('link')].map((link) => link.getAttribute('href'));
  expect(left).toEqual([elsewhere]);
});
