import { beforeEach, expect, test, vi } from 'vitest';
import { pageRelease } from '../testing/remotes.ts';
import { hasRemoteChanges } from './has-remote-changes.ts';
import { endPreview, openPreviews } from './open-previews.ts';

// @vitest-environment happy-dom
const HOUR_MS = 60 * 60 * 1000;

const preview = (name: string, untilMs = Date.now() + HOUR_MS) => ({
  ...{ name, remotes: [], since: '2026-11-01T10:00:00.000Z' },
  until: new Date(untilMs).toISOString(),
});

const previews = [preview('pr-42'), preview('pr-43'), preview('pr-over', Date.now() - 1)];

const load = vi.fn<() => Promise<Response>>();

/** Opens a URL in this tab, as a page load does. */
async function open(search: string) {
  history.replaceState(null, '', `/productlist${search}`);
  const { previews: shown, failed } = await openPreviews();
  return { shown: shown.map(({ name }) => name), failed };
}

beforeEach(() => {
  load.mockReset();
  load.mockImplementation(async () => Response.json({ format: 2, remotes: [], previews }));
  vi.stubGlobal('fetch', load);
});

test('a preview’s link shows it, and later pages show it without the link', async () => {
  expect(hasRemoteChanges()).toBe(false);
  expect((await open('?preview=pr-42&sort=price')).shown).toEqual(['pr-42']);
  expect(location.search).toBe('?sort=price');
  expect(hasRemoteChanges()).toBe(true);
  expect((await open('')).shown).toEqual(['pr-42']);
});

test('a link shows a remote’s canary to whoever opens it, until the canary ends', async () => {
  const canary = { release: pageRelease('mfe-catalog', '1.1.0'), percent: 10 };
  const remotes = [{ id: 'mfe-catalog', stable: pageRelease('mfe-catalog', '1.0.0'), canary }];
  load.mockImplementation(async () => Response.json({ format: 2, remotes, previews }));
  history.replaceState(null, '', '/?preview=canary-mfe-catalog');
  const opened = await openPreviews();
  expect(opened.previews).toMatchObject([{ remotes: [{ id: 'mfe-catalog', version: '1.1.0' }] }]);
  load.mockImplementation(async () => Response.json({ format: 2, remotes: [], previews }));
  expect(await open('')).toEqual({
    shown: [],
    failed: [{ name: 'canary-mfe-catalog', reason: 'does not exist, or has ended' }],
  });
});

test('a link may name several previews; the next link replaces them', async () => {
  expect((await open('?preview=pr-42&preview=pr-43&preview=pr-42')).shown).toEqual([
    'pr-42',
    'pr-43',
  ]);
  expect((await open('?preview=pr-43')).shown).toEqual(['pr-43']);
  expect((await open('')).shown).toEqual(['pr-43']);
});

test('an ended preview is not shown on the next page', async () => {
  await open('?preview=pr-42&preview=pr-43');
  endPreview('pr-42');
  expect((await open('')).shown).toEqual(['pr-43']);
  endPreview('pr-43');
  expect(hasRemoteChanges()).toBe(false);
  expect(sessionStorage).toHaveLength(0);
});

test.each(['pr-99', 'pr-over', 'constructor'])(
  'the preview %s, which does not exist or has ended, is reported once',
  async (name) => {
    expect(await open(`?preview=${name}`)).toEqual({
      shown: [],
      failed: [{ name, reason: 'does not exist, or has ended' }],
    });
    expect(location.search).toBe('');
    expect(hasRemoteChanges()).toBe(false);
  },
);

test.each(['', '%3Cscript%3E', '../registry', 'PR-42', '__proto__', 'a'.repeat(51)])(
  'a text that is not a name does nothing: “%s”',
  async (text) => {
    expect(await open(`?preview=${text}`)).toEqual({ shown: [], failed: [] });
    expect(load).not.toHaveBeenCalled();
    expect(location.search).toBe('');
    expect(hasRemoteChanges()).toBe(false);
  },
);

test('at most five of a hundred names in a link count', async () => {
  const names = Array.from({ length: 100 }, (_, index) => `preview=no-${index}`);
  expect((await open(`?${names.join('&')}`)).failed).toHaveLength(5);
});

const storedNames = (names: string) =>
  `{"version":1,"value":{"previews":${names},"overrides":[],"breakages":{},"failedOverrides":[]}}`;

test.each([storedNames('7'), storedNames('["../x"]'), storedNames('[7]')])(
  'the foreign text %s in the storage shows nothing and is removed',
  async (text) => {
    sessionStorage.setItem('patchwork:remote-changes', text);
    expect(await open('')).toEqual({ shown: [], failed: [] });
    expect(sessionStorage).toHaveLength(0);
  },
);

test('if the registry can’t be loaded, the next load of the page tries again', async () => {
  vi.spyOn(console, 'error').mockReturnValue();
  load.mockResolvedValue(new Response('', { status: 503 }));
  expect(await open('?preview=pr-42')).toEqual({
    shown: [],
    failed: [
      { name: 'pr-42', reason: 'could not be loaded: load the page again to try once more' },
    ],
  });
  expect(location.search).toBe('?preview=pr-42');
});

test('if the browser stores nothing, the name stays in the URL for a reload', async () => {
  vi.stubGlobal('sessionStorage', {
    getItem: () => null,
    setItem() {
      throw new DOMException('full', 'QuotaExceededError');
    },
  });
  expect((await open('?preview=pr-42')).shown).toEqual(['pr-42']);
  expect(location.search).toBe('?preview=pr-42');
});
