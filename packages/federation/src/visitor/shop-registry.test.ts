// @vitest-environment happy-dom
import { afterEach, expect, test, vi } from 'vitest';
import { parseRegistry } from '../registry/registry.ts';
import { chooseForVisitor, chooseGoodVersions } from './choose-for-visitor.ts';
import { rememberFailure } from './failed-versions.ts';
import { createShopRegistry } from './shop-registry.ts';

const address = '/static/registry.0123456789.json';
const integrity = {
  'remoteEntry.js': `sha384-${'a'.repeat(64)}`,
  'static/list.js': `sha384-${'b'.repeat(64)}`,
  'static/list.css': `sha384-${'c'.repeat(64)}`,
};
const files = { './List': ['static/list.js', 'static/list.css'] };
const release = (version: string, changes: object = {}) => ({
  id: 'mfe-catalog',
  team: 'Catalogue',
  version,
  entry: `/remotes/mfe-catalog/${version}/remoteEntry.js`,
  routes: [],
  ...changes,
});
const registryOf = (remote: object, changes: object = {}) =>
  parseRegistry({ format: 2, remotes: [{ id: 'mfe-catalog', ...remote }], ...changes }).registry;

/** A page whose complete registry has a hash and a previous version that the page lacks. */
function openPage() {
  const complete = registryOf({
    stable: release('2', { integrity, files }),
    previous: [release('1', { integrity })],
  });
  const fetched = vi.fn<(address: string) => Promise<Response>>(async () =>
    Response.json(complete),
  );
  vi.stubGlobal('fetch', fetched);
  vi.spyOn(console, 'error').mockReturnValue();
  const page = registryOf({ stable: release('2') }, { complete: address });
  const registry = createShopRegistry(page);
  const choose = async (...failed: string[]) => {
    const versions = failed.map((version) => ({ remote: 'mfe-catalog', version }));
    return (await chooseGoodVersions(registry, versions)).remotes[0]?.version;
  };
  const [{ stable: remote } = { stable: undefined }] = page.remotes;
  if (!remote) throw new Error('no remote');
  return { fetched, registry, choose, remote };
}

const preloaded = () =>
  [...document.querySelectorAll<HTMLLinkElement>('link[rel=preload]')].map(({ as, href }) =>
    [as, new URL(href).pathname.replace('/remotes/mfe-catalog/2/', '')].join(' '),
  );

afterEach(() => {
  document.head.innerHTML = '';
  localStorage.clear();
  vi.unstubAllGlobals();
  vi.restoreAllMocks();
});

test('nothing is loaded while no version has failed', async () => {
  const { fetched, choose } = openPage();
  expect(await choose()).toBe('2');
  expect(fetched).not.toHaveBeenCalled();
});

test('when a version fails, the previous one is loaded and chosen', async () => {
  const { fetched, choose } = openPage();
  expect(await choose('2')).toBe('1');
  expect(fetched.mock.calls.map(([url]) => url)).toEqual([address]);
  expect(await choose('2')).toBe('1');
  expect(fetched).toHaveBeenCalledTimes(1);
});

test('a version that failed on an earlier page is not chosen by the next page', async () => {
  const { choose } = openPage();
  rememberFailure({ remote: 'mfe-catalog', version: '2' });
  expect(await choose()).toBe('1');
});

test('the page itself preloads and shows nothing of a version that failed before', () => {
  const { registry } = openPage();
  expect(chooseForVisitor(registry.current()).remotes[0]?.version).toBe('2');
  rememberFailure({ remote: 'mfe-catalog', version: '2' });
  expect(chooseForVisitor(registry.current()).remotes[0]).toMatchObject({
    version: '',
    integrity: {},
  });
});

test.each([
  ['the network fails', async () => Promise.reject(new TypeError('Failed to fetch'))],
  ['the file is not there', async () => new Response('', { status: 404 })],
])('when %s there is no previous version, and the next failure asks again', async (_, fails) => {
  const { fetched, choose } = openPage();
  fetched.mockImplementationOnce(fails);
  expect(await choose('2')).toBe('2');
  expect(await choose('2')).toBe('1');
});

test('the hash of an entry is loaded once, however many modules wait for it', async () => {
  const { fetched, registry, remote } = openPage();
  await Promise.all([registry.prepare(remote, './List'), registry.prepare(remote, './List')]);
  await registry.prepare(remote, './List');
  expect(fetched).toHaveBeenCalledTimes(1);
  expect(registry.current().remotes[0]?.stable.integrity).toEqual(integrity);
});

test('an entry whose hash can’t be loaded is not requested, and the next attempt asks again', async () => {
  const { fetched, registry, remote } = openPage();
  fetched.mockRejectedValueOnce(new TypeError('Failed to fetch'));
  await expect(registry.prepare(remote, './List')).rejects.toThrow('Failed to fetch');
  await registry.prepare(remote, './List');
  expect(fetched).toHaveBeenCalledTimes(2);
});

test('a remote that the registry does not list, an override, waits for nothing', async () => {
  const { fetched, registry, remote } = openPage();
  await registry.prepare({ ...remote, entry: 'http://localhost:3001/remoteEntry.js' }, './List');
  expect(fetched).not.toHaveBeenCalled();
});

test('the files of a remote’s first module are preloaded together with its entry, once', async () => {
  const { registry, remote } = openPage();
  await registry.complete();
  await Promise.all([registry.prepare(remote, './List'), registry.prepare(remote, './Other')]);
  await registry.prepare(remote, './List');
  expect(preloaded()).toEqual([
    'script remoteEntry.js',
    'script static/list.js',
    'style static/list.css',
  ]);
});

test('what the page’s HTML has preloaded is not preloaded again', async () => {
  const { registry, remote } = openPage();
  await registry.complete();
  document.head.innerHTML = `<link rel="preload" as="script" href="${remote.entry}">`;
  await registry.prepare(remote, './List');
  expect(preloaded()).toHaveLength(1);
});

test('a module whose files are not known is not preloaded', async () => {
  const { registry, remote } = openPage();
  await registry.prepare(remote, './Search');
  expect(preloaded()).toEqual([]);
});
