// @vitest-environment happy-dom
import { remotesOver } from '@patchwork/federation/testing';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { createShopRouter } from '../routing/router.ts';
import { whenFirstPageIsReady } from './first-page-ready.ts';

beforeEach(() => vi.useFakeTimers());
afterEach(() => {
  vi.useRealTimers();
  document.body.innerHTML = '';
  window.history.replaceState(null, '', '/');
});

const jackets = {
  ...{ id: 'mfe-jackets', team: 'Jackets', version: '1.0.0', entry: '/remoteEntry.js' },
  routes: [{ page: 'jackets', path: '/jackets', access: 'open', module: './Jackets' } as const],
  ...{ fragments: {}, files: {} },
};

/** Opens a page that is loaded when the function `finish` is called. */
function open(html: string) {
  document.body.innerHTML = html;
  window.history.replaceState(null, '', '/jackets');
  let finish = () => {};
  const loaded = new Promise<void>((resolve) => {
    finish = resolve;
  });
  const load = () => loaded.then(() => ({ Component: () => null }));
  const ready = vi.fn();
  const router = createShopRouter(remotesOver(load, [jackets]), () => false, false);
  void whenFirstPageIsReady(router).then(ready);
  return { ready, finish: () => finish() };
}

const prerendered = '<div data-prerendered="jackets"></div>';

test('the first words stay until their page is loaded', async () => {
  const { ready, finish } = open(prerendered);
  await vi.advanceTimersByTimeAsync(7999);
  expect(ready).not.toHaveBeenCalled();
  finish();
  await vi.advanceTimersByTimeAsync(0);
  expect(ready).toHaveBeenCalledOnce();
});

test.each([
  ['the first words', prerendered, 8000],
  ['the spinner', '', 1500],
])('the frame replaces %s when the page is late', async (_what, html, duration) => {
  const { ready } = open(html);
  await vi.advanceTimersByTimeAsync(duration - 1);
  expect(ready).not.toHaveBeenCalled();
  await vi.advanceTimersByTimeAsync(1);
  expect(ready).toHaveBeenCalledOnce();
});
