// @vitest-environment happy-dom

import { expect, test, vi } from 'vitest';
import { chooseRemotes, type FailedVersion } from '../registry/choose-remotes.ts';
import { parseRegistry } from '../registry/registry.ts';
import { releaseOf, remotesOver } from '../testing/remotes.ts';
import { RemoteLoadError } from './module-loader.ts';
import type { CrashResponse } from './remote-loader.ts';

const release = (version: string, modules: string[] = ['./Home', './List']) =>
  releaseOf(version, {
    routes: modules.map((module) => ({
      page: module.slice(2).toLowerCase(),
      path: `/${module.slice(2)}`,
      access: 'open',
      module,
    })),
  });

/** Returns the page that the releases above have for a module. */
const at = (module: string) => ({ page: module.slice(2).toLowerCase() });

interface Page {
  /** Modules that can't be loaded: '<version> <module>'. */
  readonly broken: string[];
  readonly isNetworkAway?: boolean;
  readonly previous?: object[];
}

/** Opens a page of version 3, whose previous versions are 2 and 1. */
function openPage({ broken, isNetworkAway, previous = [release('2'), release('1')] }: Page) {
  const registryOf = (...remotes: object[]) => parseRegistry({ format: 2, remotes }).registry;
  let registry = registryOf({ id: 'mfe-catalog', stable: release('3'), previous });
  const remembered: FailedVersion[] = [];
  const seen = {
    used: [] as string[],
    reports: [] as unknown[],
    remembered,
    loads: [] as unknown[],
  };
  const requested: string[] = [];
  const visitor = (failed: readonly FailedVersion[]) => ({
    bucket: undefined,
    failed: [...failed, ...remembered],
  });
  const { active, loader } = remotesOver(
    async () => expect.unreachable(),
    chooseRemotes(registry, visitor([])).remotes,
    {
      loader: {
        async load(remote, module) {
          requested.push(`${remote.version} ${module}`);
          if (!broken.includes(`${remote.version} ${module}`)) return { Component: () => null };
          throw new RemoteLoadError(remote, module, new Error('gone\nwith a stack'), isNetworkAway);
        },
        whenIdle: async () => undefined,
        isDown: () => false,
        reload: () => undefined,
        renew: () => undefined,
        switchTo: ({ version }) => seen.used.push(version),
      },
      choose: (failed) => chooseRemotes(registry, visitor(failed)),
      async refresh() {
        registry = registryOf({
          ...{ id: 'mfe-catalog', stable: release('4') },
          previous: [release('3'), ...previous],
        });
      },
      remember: (failed) => remembered.push(failed),
      forget: (failed) =>
        remembered.splice(
          remembered.findIndex(({ version }) => version === failed.version),
          1,
        ),
      report: (record) => seen.reports.push(record),
      observe: (remote, module) => (failure) => seen.loads.push([remote.version, module, failure]),
    },
  );
  const [catalog] = active.remotes;
  if (!catalog) throw new Error('the registry lost its remote');
  const load = async (module: string) => (await loader.load(catalog, at(module))).remote.version;
  return { ...seen, requested, loader, catalog, load };
}

const failureOf = (version: string): FailedVersion => ({ remote: 'mfe-catalog', version });
const crash = new Error('torn');

const outcomeOf = (response: CrashResponse) =>
  response.kind === 'fallback' ? response.outcome : response.kind;

test('a version that works is not replaced, remembered as failed or reported', async () => {
  const { load, used, remembered, reports } = openPage({ broken: [] });
  expect(await load('./Home')).toBe('3');
  expect([used, remembered, reports]).toEqual([[], [], []]);
});

test('a version that can’t be loaded is replaced, remembered and reported', async () => {
  const { load, remembered, reports, requested } = openPage({ broken: ['3 ./Home'] });
  expect(await load('./Home')).toBe('2');
  expect(await load('./List')).toBe('2');
  expect(remembered).toEqual([failureOf('3')]);
  expect(reports).toEqual([{ ...failureOf('3'), fallback: '2', cause: 'load', message: 'gone' }]);
  expect(requested).not.toContain('3 ./List');
});

test('two modules that fail together replace the version once', async () => {
  const { load, used, reports } = openPage({ broken: ['3 ./Home', '3 ./List'] });
  expect(await Promise.all([load('./Home'), load('./List')])).toEqual(['2', '2']);
  expect(used).toEqual(['2']);
  expect(reports).toHaveLength(1);
});

test('if the previous version can’t be loaded either, the network is at fault: nothing is remembered', async () => {
  const { load, used, remembered, reports } = openPage({ broken: ['3 ./Home', '2 ./Home'] });
  await expect(load('./Home')).rejects.toThrow('mfe-catalog 3: ./Home could not be loaded');
  expect(used).toEqual(['2', '3']);
  expect([remembered, reports]).toEqual([[], []]);
});

test.each<[string, Omit<Page, 'broken'>, isOnline?: boolean]>([
  ['there is no previous one', { previous: [] }],
  ['the previous one does not have the page', { previous: [release('2', ['./List'])] }],
  ['the browser is offline', {}, false],
  ['the network was away', { isNetworkAway: true }],
])('a version is neither replaced nor remembered when %s', async (_, page, isOnline = true) => {
  vi.spyOn(navigator, 'onLine', 'get').mockReturnValue(isOnline);
  const { load, used, remembered, reports } = openPage({ ...page, broken: ['3 ./Home'] });
  await expect(load('./Home')).rejects.toThrow('mfe-catalog 3');
  expect([used, remembered, reports]).toEqual([[], [], []]);
});

test('a failed prefetch replaces nothing', async () => {
  const { loader, catalog, used } = openPage({ broken: ['3 ./Home'] });
  await loader.prefetch(catalog, at('./Home'));
  expect(used).toEqual([]);
});

test('one crash is forgiven, the second replaces the version', async () => {
  const { loader, catalog, load, remembered, reports } = openPage({ broken: [] });
  const listener = vi.fn();
  loader.subscribe(listener);
  expect(loader.reportCrash(catalog, at('./Home'), crash)).toEqual({ kind: 'retry' });
  expect(await outcomeOf(loader.reportCrash(catalog, at('./List'), crash))).toBe('replaced');
  expect(listener).toHaveBeenCalledOnce();
  expect(await load('./Home')).toBe('2');
  expect(remembered).toEqual([failureOf('3')]);
  expect(reports).toEqual([{ ...failureOf('3'), fallback: '2', cause: 'crash', message: 'torn' }]);
});

test('when all versions crash, none is remembered as failed', async () => {
  const { loader, catalog, remembered } = openPage({ broken: [], previous: [release('2')] });
  const crashTwice = async () => {
    const version = loader.activeVersion(catalog);
    loader.reportCrash(version, at('./Home'), crash);
    return outcomeOf(loader.reportCrash(version, at('./Home'), crash));
  };
  expect(await crashTwice()).toBe('replaced');
  expect(await crashTwice()).toBe('failed');
  expect(loader.activeVersion(catalog).version).toBe('2');
  expect(remembered).toEqual([]);
});

test('a version that could not be loaded stays remembered as failed when the next one crashes', async () => {
  const { loader, catalog, load, remembered } = openPage({
    broken: ['3 ./Home'],
    previous: [release('2')],
  });
  await load('./Home');
  const version = loader.activeVersion(catalog);
  loader.reportCrash(version, at('./Home'), crash);
  expect(await outcomeOf(loader.reportCrash(version, at('./Home'), crash))).toBe('failed');
  expect(remembered).toEqual([failureOf('3')]);
});

test('a version with other paths and module names can still be the replacement: pages are found by name', async () => {
  const renamed = release('2').routes.map((route) => ({
    ...route,
    path: `/old${route.path}`,
    module: `${route.module}Page`,
  }));
  const { load, requested } = openPage({
    broken: ['3 ./Home'],
    previous: [{ ...release('2'), routes: renamed }],
  });
  expect(await load('./Home')).toBe('2');
  expect(await load('./List')).toBe('2');
  expect(requested).toContain('2 ./ListPage');
});

test('a page that the active version does not have fails with an error that names it', async () => {
  const { load } = openPage({ broken: ['3 ./Home'], previous: [release('2', ['./Home'])] });
  await load('./Home');
  await expect(load('./List')).rejects.toThrow('mfe-catalog 2: list could not be loaded');
});

/** Creates an error whose stack names a file of this version. */
const errorIn = (version: string): Error =>
  Object.assign(new Error('torn'), {
    stack: `Error: torn\n    at press (${location.origin}/remotes/mfe-catalog/${version}/list.js:1:1)`,
  });

test.each([
  'Loading chunk r failed.\n(error: https://shop.test/r.js)',
  'Loading CSS chunk 3 failed.\n(/r.css)',
  'Failed to fetch dynamically imported module: https://shop.test/r.js',
  'error loading dynamically imported module: https://shop.test/r.js',
  'Importing a module script failed.',
  'Unable to preload CSS for /r.css',
])('a component that lacks a file falls back at once to what is live now: %s', async (message) => {
  vi.stubGlobal('fetch', async () => new Response());
  const { loader, catalog, remembered, reports, loads, load } = openPage({ broken: [] });
  const gone = new Error(message);
  const failure = await outcomeOf(loader.reportCrash(catalog, at('./Home'), gone));
  expect(failure).toMatchObject({ name: 'RemoteLoadError', isNetworkAway: false, cause: gone });
  expect(loads).toEqual([['3', './Home', failure]]);
  expect(await load('./Home')).toBe('4');
  expect(remembered).toEqual([failureOf('3')]);
  expect(reports).toMatchObject([{ ...failureOf('3'), fallback: '4', cause: 'load' }]);
});

test('a component that lacks a file while the network is away stays in its version', async () => {
  vi.stubGlobal('fetch', () => Promise.reject(new TypeError('Failed to fetch')));
  const { loader, catalog, used } = openPage({ broken: [] });
  const gone = new Error('Loading chunk r failed.');
  const failure = await outcomeOf(loader.reportCrash(catalog, at('./Home'), gone));
  expect(failure).toMatchObject({ name: 'RemoteLoadError', isNetworkAway: true });
  expect(used).toEqual([]);
});

test('errors outside of rendering count as well', async () => {
  const { loader, catalog, remembered } = openPage({ broken: [] });
  loader.reportError(errorIn('3'));
  expect(remembered).toEqual([]);
  loader.reportError(errorIn('3'));
  await vi.waitFor(() => expect(remembered).toEqual([failureOf('3')]));
  expect(loader.activeVersion(catalog).version).toBe('2');
});

test('an error of unknown origin, or of a version that is not active, replaces nothing', async () => {
  const { loader, used } = openPage({ broken: [] });
  for (const error of [crash, crash, null, 'text', errorIn('1'), errorIn('1')])
    loader.reportError(error);
  await Promise.resolve();
  expect(used).toEqual([]);
});
