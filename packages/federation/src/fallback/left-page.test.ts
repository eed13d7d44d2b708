// @vitest-environment happy-dom
import { beforeEach, expect, test, vi } from 'vitest';
import type { ActiveRemote } from '../registry/active-remotes.ts';
import { parseRegistry } from '../registry/registry.ts';
import { versionsOf } from '../registry/versions-of.ts';
import { isShopReachable } from '../runtime/is-shop-reachable.ts';
import {
  createModuleLoader,
  type FederationRuntime,
  RemoteLoadError,
} from '../runtime/module-loader.ts';
import { entryIntegrity } from '../testing.ts';
import { createActiveVersions } from './active-versions.ts';
import { createRemoteLoader } from './remote-loader.ts';

const release = (version: string) => ({
  id: 'mfe-catalog',
  team: 'Catalogue',
  version,
  entry: `/remotes/mfe-catalog/${version}/remoteEntry.js`,
  integrity: entryIntegrity,
  routes: [{ page: 'home', path: '/', access: 'open', module: './Home' }],
});
const versions = versionsOf(
  parseRegistry({
    format: 2,
    remotes: [{ id: 'mfe-catalog', stable: release('2'), previous: [release('1')] }],
  }).registry,
);
const [newer] = versions;
if (!newer || versions.length !== 2) throw new Error('the registry lost its versions');

beforeEach(() => {
  vi.useFakeTimers();
  return () => {
    vi.useRealTimers();
    vi.unstubAllGlobals();
  };
});

/** A page that loads version 2 while its visitor leaves it: every request fails for this long. */
function leavePage(remote: ActiveRemote, durationMs: number) {
  const end = Date.now() + durationMs;
  const remember = vi.fn();
  const report = vi.fn();
  const used = new Set<string | undefined>();
  async function request(): Promise<void> {
    if (Date.now() < end) throw new TypeError('NetworkError when attempting to fetch resource.');
  }
  vi.stubGlobal('fetch', async () => {
    await request();
    return new Response();
  });
  const active = { remotes: [remote] };
  const runtime: FederationRuntime = {
    registerRemotes: ([registered]) => used.add(registered?.entry),
    async loadRemote() {
      await request();
      return { Component: () => null };
    },
  };
  const loader = createRemoteLoader({
    loader: createModuleLoader(active, runtime, { isReachable: isShopReachable }),
    versions: createActiveVersions(active),
    choose: () => ({ remotes: versions.slice(1) }),
    remember,
    forget: () => undefined,
    report,
  });
  return { load: () => loader.load(remote, { page: 'home' }), used, remember, report };
}

test('a load that is aborted because the visitor leaves the page is not a failed version', async () => {
  const { load, used, remember, report } = leavePage(newer, 60_000);
  const failure = load().catch((error: unknown) => error);
  await vi.advanceTimersByTimeAsync(20_000);
  expect(await failure).toBeInstanceOf(RemoteLoadError);
  expect([...used]).toEqual([newer.entry]);
  expect(remember).not.toHaveBeenCalled();
  expect(report).not.toHaveBeenCalled();
});

test('a visitor who stays after all gets the version whose load was aborted', async () => {
  const { load, remember } = leavePage(newer, 200);
  const loading = load();
  await vi.advanceTimersByTimeAsync(1000);
  expect((await loading).remote.version).toBe('2');
  expect(remember).not.toHaveBeenCalled();
});
