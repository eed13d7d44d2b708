// @vitest-environment happy-dom

import { beforeEach, expect, test, vi } from 'vitest';
import { createActiveVersions } from '../fallback/active-versions.ts';
import type { ReleasedRemote } from '../registry/active-remotes.ts';
import { parseRegistry } from '../registry/registry.ts';
import { createContainers } from './containers.ts';
import { createModuleLoader, RemoteLoadError } from './module-loader.ts';

const release = (version: string) => ({
  id: 'mfe-catalog',
  team: 'Catalogue',
  version,
  entry: `/remotes/mfe-catalog/${version}/remoteEntry.js`,
  routes: [{ page: 'home', path: '/', access: 'open', module: './Home' }],
  slots: { 'header-search': './Search' },
});

function versionOf(version: string): ReleasedRemote {
  const { registry: releases } = parseRegistry({
    format: 2,
    remotes: [{ id: 'mfe-catalog', stable: release(version) }],
  });
  const remote = releases.remotes[0]?.stable;
  if (!remote) throw new Error('the registry lost its remote');
  return remote;
}

const home = { page: 'home' };
const search = { slot: 'header-search' };
const [newer, older] = [versionOf('2'), versionOf('1')];

beforeEach(() => {
  vi.useFakeTimers();
  return () => vi.useRealTimers();
});

/** A shop of version 2 whose modules arrive when `arrive` is called, from the version in place then. */
function openShop() {
  let inPlace = '';
  let waiting: (() => void)[] = [];
  const loader = createModuleLoader(
    { remotes: [newer] },
    {
      registerRemotes([remote]) {
        inPlace = remote?.entry ?? '';
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
    versions,
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

test('the container stays while a module is under way, wherever that is', async () => {
  const { containers, entry, arrive } = openShop();
  void containers.load(newer, search);
  void containers.exclusively(newer, () => containers.switchTo(older));
  await later();
  expect(entry()).toBe(newer.entry);
  await arrive();
  expect(entry()).toBe(older.entry);
});

test('what does not arrive is not waited for longer than three seconds', async () => {
  const { containers, entry } = openShop();
  void containers.load(newer, search);
  void containers.exclusively(newer, () => containers.switchTo(older));
  await vi.advanceTimersByTimeAsync(2900);
  expect(entry()).toBe(newer.entry);
  await vi.advanceTimersByTimeAsync(200);
  expect(entry()).toBe(older.entry);
});

test('nothing is asked for during an exchange; afterwards it comes from the version in force', async () => {
  const { containers, versions, asked, arrive } = openShop();
  let end = (): void => undefined;
  const tried = new Promise<void>((resolve) => {
    end = resolve;
  });
  void containers.exclusively(newer, async () => {
    await containers.switchTo(older);
    await tried;
    versions.replace(older);
  });
  const part = containers.load(newer, search);
  await later();
  expect(asked()).toBe(0);
  end();
  await later();
  await arrive();
  expect((await part).remote.version).toBe('1');
});

test('two exchanges come one after the other, and a failed one holds up nobody', async () => {
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

test('a remote is renewed once nothing of it is under way, and what is asked for then waits', async () => {
  const { containers, entry, asked, arrive } = openShop();
  void containers.load(newer, search);
  const renewed = containers.reload(newer);
  void containers.load(newer, home);
  await later();
  expect([entry(), asked()]).toEqual([newer.entry, 1]);
  await arrive();
  await renewed;
  expect(entry()).toContain('?renewed=');
  await later();
  expect(asked()).toBe(1);
});

test('a module that is no component is a failure of its version', async () => {
  const loader = createModuleLoader(
    { remotes: [newer] },
    { registerRemotes: () => undefined, loadRemote: async () => ({ page: 'home' }) },
  );
  const versions = createActiveVersions({ remotes: [newer] });
  const failure = createContainers(loader, versions).load(newer, home);
  await expect(failure).rejects.toBeInstanceOf(RemoteLoadError);
});
