// @vitest-environment happy-dom

import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import type { Remotes } from '../browser.ts';
import { aRemote } from '../testing/remotes.ts';
import { createPrefetcher } from './prefetch.ts';

const remote = (id: string, ...paths: string[]) =>
  aRemote({
    id,
    routes: paths.map((path) => ({ page: path, path, access: 'open', module: './Page' })),
  });

const prefetch = vi.fn(async () => undefined);
const completeRegistry = vi.fn(async () => undefined);

const remotes = {
  active: {
    remotes: [remote('mfe-catalog', '/', '/productlist'), remote('mfe-account', '/login')],
  },
  loader: { isDown: () => false, prefetch },
} as unknown as Remotes;

beforeEach(() => {
  document.body.innerHTML = '<a href="/productlist">Shop</a><a href="/login">Login</a>';
  vi.stubGlobal('requestIdleCallback', (task: () => void) => task());
});

afterEach(() => {
  vi.clearAllMocks();
});

const prefetched = () => (prefetch.mock.calls as unknown[][]).map(([, route]) => route);

test('once the page has loaded, with its pictures, only links within its own remote are prefetched', () => {
  const readyState = vi.spyOn(document, 'readyState', 'get').mockReturnValue('interactive');
  createPrefetcher(remotes, () => false, completeRegistry).pageShown();
  expect([prefetched(), completeRegistry.mock.calls]).toEqual([[], []]);
  readyState.mockRestore();
  window.dispatchEvent(new Event('load'));
  expect(prefetched()).toEqual([expect.objectContaining({ path: '/productlist' })]);
});

test('a link of another remote is prefetched when the pointer is over it', () => {
  createPrefetcher(remotes, () => false, completeRegistry).start();
  document
    .querySelector('[href="/login"]')
    ?.dispatchEvent(new Event('pointerover', { bubbles: true }));
  expect(prefetched()).toEqual([expect.objectContaining({ path: '/login' })]);
});

test('in idle time the registry is completed, also for visitors who save data', () => {
  vi.stubGlobal('navigator', { onLine: true, connection: { saveData: true } });
  createPrefetcher(remotes, () => false, completeRegistry).pageShown();
  expect(completeRegistry).toHaveBeenCalledOnce();
  expect(prefetched()).toEqual([]);
});
