import { beforeEach, expect, test, vi } from 'vitest';
import { parseActiveRemotes } from '../registry/active-remotes.ts';
import { createModuleLoader, RemoteLoadError } from './module-loader.ts';

const { active: registry } = parseActiveRemotes({
  remotes: [
    {
      id: 'mfe-catalog',
      team: 'Catalogue',
      version: '1.0.0',
      entry: '/remotes/mfe-catalog/remoteEntry.js',
      routes: [{ page: 'home', path: '/', access: 'open', module: './Home' }],
    },
  ],
});
const [catalog] = registry.remotes;
if (!catalog) throw new Error('the registry lost its remote');

beforeEach(() => {
  vi.useFakeTimers({ shouldAdvanceTime: true, advanceTimeDelta: 300 });
  return () => vi.useRealTimers();
});

/** A loader whose network gives these answers, one a request. `told` is what its observer hears. */
function loaderOver(...answers: (() => unknown)[]) {
  const registerRemotes = vi.fn();
  const loadRemote = vi.fn(async () => answers.shift()?.());
  const told: unknown[] = [];
  const loader = createModuleLoader(registry, { registerRemotes, loadRemote }, ({ id }, module) => {
    told.push(`${id} ${module}`);
    return (failure) => told.push(failure?.cause ?? 'ready');
  });
  return { loader, registerRemotes, loadRemote, told };
}

const home = () => 'home';
function offline() {
  throw new Error('offline');
}

test('the remotes are registered by the name of their container', () => {
  const { registerRemotes } = loaderOver();
  expect(registerRemotes).toHaveBeenCalledWith([
    { name: 'mfe_catalog', entry: '/remotes/mfe-catalog/remoteEntry.js', type: 'global' },
  ]);
});

test('a module is asked for once, however often it is wanted', async () => {
  const { loader, loadRemote } = loaderOver(home);
  const wanted = [loader.load(catalog, './Home'), loader.load(catalog, './Home')];
  expect(await Promise.all(wanted)).toEqual(['home', 'home']);
  expect(loadRemote.mock.calls).toEqual([['mfe_catalog/Home']]);
});

test('one hiccup goes unnoticed', async () => {
  const { loader } = loaderOver(offline, home);
  expect(await loader.load(catalog, './Home')).toBe('home');
});

test('what never answers is given up after fifteen seconds', async () => {
  const { loader, loadRemote } = loaderOver(() => new Promise(() => undefined));
  const failing = loader.load(catalog, './Home').catch((error: unknown) => error);
  await vi.advanceTimersByTimeAsync(15_000);
  expect((await failing) as RemoteLoadError).toMatchObject({
    cause: new Error('nothing arrived within 15 seconds'),
  });
  expect(loadRemote).toHaveBeenCalledOnce();
});

test('a failure names the remote, and the next wish asks the network again', async () => {
  const { loader } = loaderOver(offline, offline, home);
  const failure = await loader.load(catalog, './Home').catch((error: unknown) => error);
  expect(failure).toBeInstanceOf(RemoteLoadError);
  expect((failure as RemoteLoadError).remote.id).toBe('mfe-catalog');
  expect(loader.isDown(catalog)).toBe(true);
  expect(await loader.load(catalog, './Home')).toBe('home');
  expect(loader.isDown(catalog)).toBe(false);
});

test('a module that the container does not hold is a failure too', async () => {
  const { loader } = loaderOver(() => null);
  await expect(loader.load(catalog, './Home')).rejects.toThrow('./Home could not be loaded');
});

test('an observer hears of each attempt once, and of its end', async () => {
  const { loader, told } = loaderOver(offline, offline, home);
  const failing = loader.load(catalog, './Home');
  expect(told).toEqual(['mfe-catalog ./Home']);
  await failing.catch(() => undefined);
  expect(told).toEqual(['mfe-catalog ./Home', new Error('offline')]);
  await Promise.all([loader.load(catalog, './Home'), loader.load(catalog, './Home')]);
  expect(told.slice(2)).toEqual(['mfe-catalog ./Home', 'ready']);
});

test('a reloaded remote is registered at an address that no cache knows, and loaded again', async () => {
  const { loader, registerRemotes } = loaderOver(home, () => 'new home');
  expect(await loader.load(catalog, './Home')).toBe('home');
  loader.reload(catalog);
  const [remotes, options] = registerRemotes.mock.lastCall ?? [];
  expect(remotes[0].name).toBe('mfe_catalog');
  expect(remotes[0].entry).toMatch(/^\/remotes\/mfe-catalog\/remoteEntry\.js\?reloaded=\d+$/);
  expect(options).toEqual({ force: true });
  expect(await loader.load(catalog, './Home')).toBe('new home');
});

test('another version of a remote takes its place, and what was loaded is forgotten', async () => {
  const { loader, registerRemotes } = loaderOver(home, () => 'old home');
  expect(await loader.load(catalog, './Home')).toBe('home');
  const old = { ...catalog, version: '0.9.0', entry: '/remotes/old/remoteEntry.js' };
  loader.switchTo(old);
  expect(registerRemotes).toHaveBeenLastCalledWith(
    [{ name: 'mfe_catalog', entry: old.entry, type: 'global' }],
    { force: true },
  );
  expect(await loader.load(old, './Home')).toBe('old home');
});

test('a remote is settled when nothing of it is under way, however that ended', async () => {
  const { loader } = loaderOver(home, offline, offline);
  const settled = vi.fn();
  const wanted = [loader.load(catalog, './Home'), loader.load(catalog, './List')];
  void loader.settled(catalog).then(settled);
  await wanted[0];
  expect(settled).not.toHaveBeenCalled();
  await expect(wanted[1]).rejects.toThrow();
  await Promise.resolve();
  expect(settled).toHaveBeenCalled();
});

test('what fails late of one version takes nothing from the next', async () => {
  const { loader, loadRemote } = loaderOver(offline, () => 'old home', offline);
  const failing = loader.load(catalog, './Home').catch(() => 'failed');
  const old = { ...catalog, version: '0.9.0' };
  loader.switchTo(old);
  expect(await loader.load(old, './Home')).toBe('old home');
  expect(await failing).toBe('failed');
  expect(await loader.load(old, './Home')).toBe('old home');
  expect(loadRemote).toHaveBeenCalledTimes(3);
});
