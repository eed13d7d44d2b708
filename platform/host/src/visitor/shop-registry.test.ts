// @vitest-environment happy-dom

import { afterEach, expect, test, vi } from 'vitest';
import { parseRegistry, versionsOf } from '../registry/registry.ts';
import { releaseOf, sri } from '../testing/remotes.ts';
import { chooseForVisitor, chooseGoodVersions } from './choose-for-visitor.ts';
import { rememberFailure } from './failed-versions.ts';
import { createShopRegistry } from './shop-registry.ts';

const address = '/static/registry.0123456789.json';
const integrity = {
  'remoteEntry.js': sri('a'),
  'static/list.js': sri('b'),
  'static/list.css': sri('c'),
  'static/card.js': sri('e'),
};
const files = {
  './List': ['static/list.js', 'static/list.css'],
  './Card': ['static/card.js'],
};
const release = (version: string, changes: object = {}) =>
  releaseOf(version, { integrity: {}, ...changes });
const registryOf = (remote: object, changes: object = {}) =>
  parseRegistry({ format: 2, remotes: [{ id: 'mfe-catalog', ...remote }], ...changes }).registry;

/** Opens a page whose complete registry has a hash and a previous version that the page lacks. */
function openPage({ hasRemoteChanges = false, changes = {} } = {}) {
  const complete = registryOf({
    stable: release('2', { integrity, files }),
    previous: [release('1', { integrity })],
  });
  const fetched = vi.fn<(address: string, options: RequestInit) => Promise<Response>>(async () =>
    Response.json(complete),
  );
  vi.stubGlobal('fetch', fetched);
  vi.spyOn(console, 'error').mockReturnValue();
  const page = registryOf(
    { stable: release('2') },
    { complete: address, completeIntegrity: sri('d'), ...changes },
  );
  const registry = createShopRegistry(page, { remoteOrigins: [], hasRemoteChanges });
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
  expect(fetched.mock.calls[0]?.[1].integrity).toBe(sri('d'));
  expect(await choose('2')).toBe('1');
  expect(fetched).toHaveBeenCalledTimes(1);
});

test('a version that failed on an earlier page is not chosen by the next page', async () => {
  const { choose } = openPage();
  rememberFailure({ remote: 'mfe-catalog', version: '2' }, 'crash');
  expect(await choose()).toBe('1');
});

test('the page itself preloads and shows nothing of a version that failed before', () => {
  const { registry } = openPage();
  expect(chooseForVisitor(registry.current()).remotes[0]?.version).toBe('2');
  rememberFailure({ remote: 'mfe-catalog', version: '2' }, 'crash');
  expect(chooseForVisitor(registry.current()).remotes[0]).toMatchObject({
    version: '',
    integrity: {},
  });
});

test.each([
  ['the network fails', async () => Promise.reject(new TypeError('Failed to fetch'))],
  ['the file is not there', async () => new Response('', { status: 404 })],
])('when %s there is no previous version, and the next failure retries', async (_, fails) => {
  const { fetched, choose } = openPage();
  // The first requests for the complete and for the live registry fail.
  fetched.mockImplementationOnce(fails).mockImplementationOnce(fails);
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

const unlisted = 'https://elsewhere.example/remoteEntry.js';

test('in a tab that overrides remotes, one that the registry does not list loads without waiting', async () => {
  const { fetched, registry, remote } = openPage({ hasRemoteChanges: true });
  await registry.prepare({ ...remote, entry: unlisted }, './List');
  expect(fetched).not.toHaveBeenCalled();
});

test('in any other tab, a remote that the registry does not list is not loaded', async () => {
  const { registry, remote } = openPage();
  await expect(registry.prepare({ ...remote, entry: unlisted }, './List')).rejects.toThrow(
    `No hash of ${unlisted} is known`,
  );
});

test.each([false, true])(
  'an entry whose hash the complete registry lacks too is not loaded (remotes changed: %s)',
  async (hasRemoteChanges) => {
    const { fetched, registry, remote } = openPage({ hasRemoteChanges });
    fetched.mockImplementation(async () => Response.json({ format: 2, remotes: [] }));
    await expect(registry.prepare(remote, './List')).rejects.toThrow('No hash of');
  },
);

test('a complete registry is not loaded without its hash', async () => {
  const { fetched, registry } = openPage({ changes: { completeIntegrity: undefined } });
  await expect(registry.complete()).rejects.toThrow(`the page has no hash of ${address}`);
  expect(fetched).not.toHaveBeenCalled();
});

test('a module’s files are preloaded while its entry is on its way, each once', async () => {
  const { registry, remote } = openPage();
  await registry.complete();
  // The container runtime leaves the name without a value when it requests the entry.
  vi.stubGlobal('mfe_catalog', undefined);
  await Promise.all([registry.prepare(remote, './Card'), registry.prepare(remote, './Other')]);
  await registry.prepare(remote, './List');
  await registry.prepare(remote, './List');
  expect(preloaded()).toEqual([
    'script remoteEntry.js',
    'script static/card.js',
    'script static/list.js',
    'style static/list.css',
  ]);
});

test('files that the page’s HTML has preloaded are not preloaded again', async () => {
  const { registry, remote } = openPage();
  await registry.complete();
  document.head.innerHTML = `<link rel="preload" as="script" href="${remote.entry}">`;
  await registry.prepare(remote, './Card');
  expect(preloaded()).toEqual(['script remoteEntry.js', 'script static/card.js']);
});

test('a style sheet that is in the page’s HTML is not preloaded', async () => {
  const { registry, remote } = openPage();
  await registry.complete();
  const sheet = document.createElement('style');
  sheet.dataset.href = new URL('static/list.css', new URL(remote.entry, location.href)).href;
  document.head.append(sheet);
  await registry.prepare(remote, './List');
  expect(preloaded()).toEqual(['script remoteEntry.js', 'script static/list.js']);
});

test('a second attempt preloads nothing: the first one’s request may still hang', async () => {
  const { registry, remote } = openPage();
  await registry.prepare(remote, './List');
  for (const link of document.querySelectorAll('link')) link.remove();
  await registry.prepare(remote, './List');
  expect(preloaded()).toEqual([]);
});

test('an entry that has run requests the files of a module itself', async () => {
  const { registry, remote } = openPage();
  await registry.complete();
  vi.stubGlobal('mfe_catalog', {});
  await registry.prepare(remote, './List');
  expect(preloaded()).toEqual([]);
});

test('a module whose files are not known is not preloaded', async () => {
  const { registry, remote } = openPage();
  await registry.prepare(remote, './Search');
  expect(preloaded()).toEqual([]);
});

/** Opens a page whose server has, besides the complete registry, a live one of a later release. */
function openOldPage() {
  const page = openPage();
  const live = registryOf({ stable: release('3', { integrity }) });
  const complete = page.fetched.getMockImplementation();
  page.fetched.mockImplementation(async (url, ...rest) =>
    url === '/registry.json' ? Response.json(live) : (complete?.(url, ...rest) ?? Response.error()),
  );
  return page;
}

test('when every version that the page knows has failed, the one that is live now is chosen', async () => {
  const { choose, registry } = openOldPage();
  expect(await choose('2')).toBe('1');
  expect(await choose('2', '1')).toBe('3');
  const known = versionsOf(registry.current()).map(({ version }) => version);
  expect(known).toEqual(['3', '2', '1']);
});

test('failures on earlier pages do not cause a request for the live registry', async () => {
  const { choose, fetched } = openOldPage();
  for (const version of ['2', '1']) rememberFailure({ remote: 'mfe-catalog', version }, 'crash');
  expect(await choose()).toBe('2');
  expect(fetched.mock.calls.map(([url]) => url)).toEqual([address]);
});

test('when the live versions can’t be loaded, the page’s own stay', async () => {
  const { choose, fetched } = openOldPage();
  expect(await choose('2')).toBe('1');
  fetched.mockRejectedValue(new TypeError('Failed to fetch'));
  expect(await choose('2', '1')).toBe('2');
});
