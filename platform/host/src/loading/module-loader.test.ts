import { beforeEach, expect, test, vi } from 'vitest';
import { activeRemote } from '../testing/remotes.ts';
import {
  createModuleLoader,
  isShopReachable,
  type LoadObserver,
  RemoteLoadError,
} from './module-loader.ts';

const catalog = activeRemote('1.0.0');
const active = { remotes: [catalog] };

beforeEach(() => {
  vi.useFakeTimers({ shouldAdvanceTime: true, advanceTimeDelta: 300 });
});

/**
 * Creates a loader whose network gives these responses, one per request. `observed` lists the calls of its
 * observer.
 */
function loaderOver(...responses: (() => unknown)[]) {
  const register = vi.fn();
  const loadRemote = vi.fn(async () => responses.shift()?.());
  const observed: unknown[] = [];
  const observe: LoadObserver = ({ id }, module) => {
    observed.push(`${id} ${module}`);
    return (failure) => observed.push(failure?.cause ?? 'ready');
  };
  const loader = createModuleLoader(active, { register, loadRemote }, { observe });
  return { loader, register, loadRemote, observed };
}

/** Creates a loader in a shop that can't be reached for this many milliseconds. */
function loaderInOutage(duration: number) {
  const isReachable = async () => Date.now() >= end;
  const request = vi.fn(async () => {
    if (!(await isReachable())) throw new TypeError('Failed to fetch');
  });
  const runtime = {
    register: () => undefined,
    async loadRemote() {
      await request();
      return 'home';
    },
  };
  const end = Date.now() + duration;
  return {
    loader: createModuleLoader(active, runtime, { prepare: request, isReachable }),
    request,
  };
}

const home = () => 'home';
function offline() {
  throw new Error('offline');
}
/** Responses to all attempts of one load. */
const outage = [offline, offline, offline];

test('the remotes are registered by the name of their container', () => {
  const { register } = loaderOver();
  expect(register).toHaveBeenCalledWith('mfe_catalog', catalog.entry);
});

test('a module is loaded once, however often it is requested', async () => {
  const { loader, loadRemote } = loaderOver(home);
  const wanted = [loader.load(catalog, './Home'), loader.load(catalog, './Home')];
  expect(await Promise.all(wanted)).toEqual(['home', 'home']);
  expect(loadRemote.mock.calls).toEqual([['mfe_catalog/Home']]);
});

test.each([200, 500, 1500])(
  'an outage of %i ms is no failure: the second attempt waits for the network',
  async (duration) => {
    const { loader } = loaderInOutage(duration);
    expect(await loader.load(catalog, './Home')).toBe('home');
  },
);

test('failed preloads of an entry and of its module are no failure, although the browser answers a request from each', async () => {
  const failedPreloads = ['entry', 'module'];
  function request() {
    if (failedPreloads.shift()) throw new TypeError('Failed to fetch');
    return 'home';
  }
  const { loader } = loaderOver(request, request, request);
  expect(await loader.load(catalog, './Home')).toBe('home');
});

test('if the network stays away, the failure says so within three seconds', async () => {
  const { loader, request } = loaderInOutage(60_000);
  const start = Date.now();
  const failure = await loader.load(catalog, './Home').catch((error: unknown) => error);
  expect(failure).toMatchObject({ isNetworkAway: true });
  expect(Date.now() - start).toBeLessThan(3000);
  expect(request).toHaveBeenCalledOnce();
});

test('a module that does not arrive within fifteen seconds fails', async () => {
  const { loader, loadRemote } = loaderOver(() => new Promise(() => undefined));
  const failing = loader.load(catalog, './Home').catch((error: unknown) => error);
  await vi.advanceTimersByTimeAsync(15_000);
  expect((await failing) as RemoteLoadError).toMatchObject({
    cause: new Error('nothing arrived within 15 seconds'),
  });
  expect(loadRemote).toHaveBeenCalledOnce();
});

test('a failure names the remote, and the next call goes to the network again', async () => {
  const { loader } = loaderOver(...outage, home);
  const failure = await loader.load(catalog, './Home').catch((error: unknown) => error);
  expect(failure).toBeInstanceOf(RemoteLoadError);
  // The shop responds, so this version is at fault.
  expect(failure).toMatchObject({ remote: catalog, isNetworkAway: false });
  expect(loader.isDown(catalog)).toBe(true);
  expect(await loader.load(catalog, './Home')).toBe('home');
  expect(loader.isDown(catalog)).toBe(false);
});

test('a module that the container does not have is a failure too', async () => {
  const { loader } = loaderOver(() => null);
  await expect(loader.load(catalog, './Home')).rejects.toThrow('./Home could not be loaded');
});

test('an observer is called once for each attempt, and for its end', async () => {
  const { loader, observed } = loaderOver(...outage, home);
  const failing = loader.load(catalog, './Home');
  expect(observed).toEqual(['mfe-catalog ./Home']);
  await failing.catch(() => undefined);
  expect(observed).toEqual(['mfe-catalog ./Home', new Error('offline')]);
  await Promise.all([loader.load(catalog, './Home'), loader.load(catalog, './Home')]);
  expect(observed.slice(2)).toEqual(['mfe-catalog ./Home', 'ready']);
});

test('a reloaded remote is registered at an address that no cache knows, and loaded again', async () => {
  const { loader, register } = loaderOver(home, () => 'new home');
  expect(await loader.load(catalog, './Home')).toBe('home');
  loader.reload(catalog);
  expect(register).toHaveBeenLastCalledWith(
    'mfe_catalog',
    expect.stringMatching(/^\/remotes\/mfe-catalog\/1\.0\.0\/remoteEntry\.js\?reloaded=\d+$/),
  );
  expect(await loader.load(catalog, './Home')).toBe('new home');
});

test('a remote is idle when none of its modules is being loaded, whether they loaded or failed', async () => {
  const { loader } = loaderOver(home, ...outage);
  const idle = vi.fn();
  const wanted = [loader.load(catalog, './Home'), loader.load(catalog, './List')];
  void loader.whenIdle(catalog).then(idle);
  await wanted[0];
  expect(idle).not.toHaveBeenCalled();
  await expect(wanted[1]).rejects.toThrow();
  await Promise.resolve();
  expect(idle).toHaveBeenCalled();
});

test('after a switch to another version modules are loaded again, even if one of the previous version fails later', async () => {
  const { loader, loadRemote, register } = loaderOver(offline, () => 'old home', offline, offline);
  const failing = loader.load(catalog, './Home').catch(() => 'failed');
  const old = activeRemote('0.9.0');
  loader.switchTo(old);
  expect(register).toHaveBeenLastCalledWith('mfe_catalog', old.entry);
  expect(await loader.load(old, './Home')).toBe('old home');
  expect(await failing).toBe('failed');
  expect(loader.isDown(old)).toBe(false);
  expect(await loader.load(old, './Home')).toBe('old home');
  expect(loadRemote).toHaveBeenCalledTimes(4);
});

test.each([
  ['responds with status 200', true, 1, async () => new Response()],
  ['responds with status 404', true, 1, async () => new Response(null, { status: 404 })],
  ['is behind a proxy with status 502', false, 1, async () => new Response(null, { status: 502 })],
  ['does not respond', false, 1, () => Promise.reject(new TypeError('Failed to fetch'))],
  ['is not asked, because the browser is offline', false, 0, async () => new Response()],
])('a server that %s counts as reachable: %s', async (_, isReachable, requests, respond) => {
  const fetched = vi.fn(respond);
  vi.stubGlobal('navigator', { onLine: requests > 0 });
  vi.stubGlobal('fetch', fetched);
  expect(await isShopReachable()).toBe(isReachable);
  expect(fetched).toHaveBeenCalledTimes(requests);
});
