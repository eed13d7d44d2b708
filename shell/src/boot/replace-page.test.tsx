// @vitest-environment happy-dom

import { remotesOver } from '@patchwork/federation/testing';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { holdPresses } from '../early/hold-presses.ts';
import { watchErrors } from '../errors/watch-errors.ts';
import { createShopRouter } from '../routing/router.ts';
import { replacePage, whenFirstPageIsReady } from './replace-page.tsx';

afterEach(() => {
  vi.restoreAllMocks();
  document.body.innerHTML = '';
});

function waitingPage(html: string): HTMLElement {
  document.body.innerHTML = `<div id="root" data-waiting>${html}</div>`;
  const container = document.querySelector<HTMLElement>('#root');
  if (!container) throw new Error('no container');
  return container;
}

test('a press while the page is being rendered is followed by the page', async () => {
  const container = waitingPage('<button type="button">Log in</button>');
  holdPresses();
  const logIn = vi.fn();
  const page = (
    <button type="button" onClick={logIn}>
      Log in
    </button>
  );
  replacePage(container, { page }, watchErrors());
  container.querySelector('button')?.click();
  expect(logIn).not.toHaveBeenCalled();
  await vi.waitFor(() => expect(logIn).toHaveBeenCalledOnce());
});

test.each([
  { top: 320, moves: [[0, 320]] },
  { top: 0, moves: [] },
])('a page that was scrolled to $top px is there again', async ({ top, moves }) => {
  vi.spyOn(window, 'scrollY', 'get').mockReturnValue(top);
  const scrollTo = vi.spyOn(window, 'scrollTo').mockReturnValue();
  replacePage(waitingPage('<p>first words</p>'), { page: <p>the page</p> }, watchErrors());
  await vi.waitFor(() => expect(document.body.textContent).toBe('the page'));
  expect(scrollTo.mock.calls).toEqual(moves);
});

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
