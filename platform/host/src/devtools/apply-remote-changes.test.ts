import { beforeEach, expect, test, vi } from 'vitest';
import { LOAD_ATTEMPTS } from '../browser.ts';
import { type ActiveRemote, parseActiveRemotes } from '../index.ts';
import { breakRuntime, changedRemotes, fallBackFromOverrides } from './apply-remote-changes.ts';
import { breakages, stopsModules } from './inspection.ts';

const remoteOf = (id: string, path: string): ActiveRemote => ({
  id,
  team: 'Team',
  version: '1.0.0',
  entry: `/remotes/${id}/remoteEntry.js`,
  routes: [{ page: id, path, access: 'open', module: './Page' }],
  fragments: {},
  files: {},
});
const catalog = remoteOf('mfe-catalog', '/');
const account = remoteOf('mfe-account', '/login');
const document = { remotes: [catalog, account] };

test('an override replaces the released remote', () => {
  const local = { ...catalog, version: 'override', entry: 'http://localhost:3001/remoteEntry.js' };
  const { active } = parseActiveRemotes(changedRemotes(document, [local], {}));
  expect(active.remotes).toEqual([local, account]);
});

test('in a document in Hindi, an override has its paths below the prefix, and English texts', () => {
  vi.stubGlobal('document', { documentElement: { lang: 'hi' } });
  const local = { ...remoteOf('mfe-catalog', '/new'), languages: ['hi'] };
  const { active } = parseActiveRemotes(changedRemotes(document, [local], {}));
  expect(active.remotes[0]?.routes[0]?.path).toBe('/hi/new');
  expect(active.remotes[0]?.languages).toBeUndefined();
});

test('the entry of an unreachable remote is a URL that nothing serves', () => {
  const { active } = parseActiveRemotes(
    changedRemotes(document, [], { 'mfe-catalog': 'unreachable' }),
  );
  expect(active.remotes).toEqual([
    { ...catalog, entry: '/remotes/unreachable/remoteEntry.js' },
    account,
  ]);
});

test('a corrupt remote is skipped when the page parses its registry, with a problem that names it', () => {
  const { active, problems } = parseActiveRemotes(
    changedRemotes(document, [], { 'mfe-catalog': 'corrupt' }),
  );
  expect(active.remotes).toEqual([account]);
  expect(problems).toHaveLength(1);
  expect(problems[0]).toMatch(/^mfe-catalog: routes/);
});

test('the other breakages do not change the registry', () => {
  const breakages = { 'mfe-catalog': 'slow', 'mfe-account': 'throws' } as const;
  expect(changedRemotes(document, [], breakages)).toEqual(document);
});

const Component = () => 'a page';

/** Returns a runtime that answers each request with the next of these modules. */
function runtimeOver(...modules: (() => unknown)[]) {
  return { register: vi.fn(), loadRemote: async () => modules.shift()?.() };
}
const page = () => ({ Component });
function missing() {
  throw new Error('gone\nwith details');
}

beforeEach(() => {
  vi.useFakeTimers();
});

test('a slow remote takes five seconds longer, and the others load without a delay', async () => {
  const runtime = breakRuntime(runtimeOver(page, page), { 'mfe-catalog': 'slow' });
  const loaded = vi.fn();
  void runtime.loadRemote('mfe_catalog/Home').then(loaded);
  expect(await runtime.loadRemote('mfe_account/Login')).toEqual({ Component });
  await vi.advanceTimersByTimeAsync(4900);
  expect(loaded).not.toHaveBeenCalled();
  await vi.advanceTimersByTimeAsync(200);
  expect(loaded).toHaveBeenCalledWith({ Component });
});

test('a throwing remote loads, and its component throws', async () => {
  const runtime = breakRuntime(runtimeOver(page), { 'mfe-catalog': 'throws' });
  const module = (await runtime.loadRemote('mfe_catalog/Home')) as { Component: () => unknown };
  expect(() => module.Component()).toThrow('mfe_catalog throws on render: broken on purpose');
});

test.each(breakages.filter((breakage) => breakage !== 'shared'))(
  '“%s” of an overridden remote blocks the override’s modules or lets them run, as the panel says',
  async (breakage) => {
    const local = { ...catalog, entry: 'http://localhost:3001/remoteEntry.js' };
    const changes = { 'mfe-catalog': breakage };
    const { active } = parseActiveRemotes(changedRemotes(document, [local], changes));
    const isLoaded = active.remotes.some(({ entry }) => entry === local.entry);
    expect(isLoaded).toBe(!stopsModules(breakage));
  },
);

const override = { remoteId: 'mfe-catalog', address: 'http://localhost:3001' };

test('the last failure of an override is reported, and its load stays pending', async () => {
  const onFailure = vi.fn(() => true);
  const failing = [...Array(LOAD_ATTEMPTS)].map(() => missing);
  const runtime = fallBackFromOverrides(runtimeOver(...failing), [override], onFailure);
  for (const _ of failing.slice(1))
    await expect(runtime.loadRemote('mfe_catalog/Home')).rejects.toThrow('gone');
  expect(onFailure).not.toHaveBeenCalled();
  const settled = vi.fn();
  runtime.loadRemote('mfe_catalog/Home').then(settled, settled);
  await vi.advanceTimersByTimeAsync(1000);
  expect(onFailure).toHaveBeenCalledWith(override, './Home could not be loaded: gone');
  expect(settled).not.toHaveBeenCalled();
});

test('failures before and after a success are not added up', async () => {
  const onFailure = vi.fn(() => true);
  const results = [missing, missing, page, missing, missing];
  const runtime = fallBackFromOverrides(runtimeOver(...results), [override], onFailure);
  for (const each of results) {
    const load = runtime.loadRemote('mfe_catalog/Home');
    await (each === missing ? expect(load).rejects.toThrow('gone') : load);
  }
  expect(onFailure).not.toHaveBeenCalled();
});

test('if the page can’t be reloaded without the override, the load fails', async () => {
  const runtime = fallBackFromOverrides(runtimeOver(missing, missing), [override], () => false);
  await expect(runtime.loadRemote('mfe_catalog/Home')).rejects.toThrow('gone');
  await expect(runtime.loadRemote('mfe_catalog/Home')).rejects.toThrow('gone');
});

test('a failing remote without an override is not reported', async () => {
  const onFailure = vi.fn(() => true);
  const runtime = fallBackFromOverrides(runtimeOver(missing, missing), [override], onFailure);
  await expect(runtime.loadRemote('mfe_account/Login')).rejects.toThrow('gone');
  await expect(runtime.loadRemote('mfe_account/Login')).rejects.toThrow('gone');
  expect(onFailure).not.toHaveBeenCalled();
});
