// @vitest-environment happy-dom

import { beforeAll, beforeEach, expect, test, vi } from 'vitest';
import { preloadShell, watchStart } from './start-shell.ts';

const script = 'https://shop.example/static/js/index.js';
const failed = 'The shop could not be loaded just now.';

beforeAll(() => {
  // Its message about a slow start is for the last test only.
  vi.useFakeTimers();
  watchStart([script], failed);
  vi.useRealTimers();
});

beforeEach(() => {
  document.head.innerHTML = '';
  document.body.innerHTML = `<div id="root" data-waiting><div id="shop-status" role="status"></div>
    <main><div role="status" class="spinner">Loading</div></main></div>`;
});

const message = () => document.querySelector('#root > [role]:not(#shop-status)');

/** Fires the browser's event for a script that can't be loaded, or is refused for its integrity. */
function lose(src: string): void {
  const element = document.createElement('script');
  Object.defineProperty(element, 'src', { value: src });
  document.head.append(element);
  element.dispatchEvent(new Event('error'));
}

const throwIn = (filename: string) =>
  window.dispatchEvent(new ErrorEvent('error', { filename, message: 'Unexpected token' }));

test.each([
  ['is missing', () => lose(script)],
  ['throws while it is evaluated', () => throwIn(script)],
  ['ends with a rejection', () => window.dispatchEvent(new Event('unhandledrejection'))],
])('a script of the shell that %s is reported, in place of the spinner', (_, happen) => {
  happen();
  expect(message()?.getAttribute('role')).toBe('alert');
  expect(message()?.firstChild?.textContent).toBe(failed);
  expect(document.querySelector('.spinner')).toBeNull();
});

test.each([
  ['is missing', () => lose('https://shop.example/remotes/mfe-catalog/remoteEntry.js')],
  ['throws', () => throwIn('https://shop.example/remotes/mfe-catalog/remoteEntry.js')],
])('a script of a remote that %s is left to the shop', (_, happen) => {
  happen();
  expect(message()).toBeNull();
});

test('once the shop is there, it handles its own errors', () => {
  document.querySelector('#root')?.removeAttribute('data-waiting');
  throwIn(script);
  expect(message()).toBeNull();
});

test('‘Try again’ loads the page again, and the script that failed from the server', async () => {
  const reload = vi.spyOn(location, 'reload').mockReturnValue();
  const load = vi.spyOn(globalThis, 'fetch').mockRejectedValue(new TypeError('Failed to fetch'));
  lose(script);
  document.querySelector('button')?.click();
  await vi.waitFor(() => expect(reload).toHaveBeenCalledOnce());
  expect(load.mock.calls).toEqual([[script, { cache: 'reload' }]]);
});

test('a slow start is reported once, beside the spinner; a failure afterwards replaces the message', () => {
  vi.useFakeTimers();
  watchStart([script], failed);
  vi.advanceTimersByTime(6000);
  expect(message()?.getAttribute('role')).toBe('status');
  expect(message()?.firstChild?.textContent).toBe('This takes longer than usual.');
  expect(document.querySelector('.spinner')).not.toBeNull();
  lose(script);
  expect(document.querySelectorAll('#root > [role]:not(#shop-status)')).toHaveLength(1);
  expect(message()?.getAttribute('role')).toBe('alert');
  // Hydration needs each element of the page's HTML.
  expect(document.getElementById('shop-status')).not.toBeNull();
});

test('scripts that the HTML does not preload are preloaded once its head is parsed', async () => {
  const { body } = document;
  body.remove();
  document.head.innerHTML = `<link rel="preload" as="script" href="/early.js" data-start>
    <link rel="preload" as="script" href="/late.js" media="not all" integrity="sha256-a" data-start>`;
  const active = () =>
    [...document.querySelectorAll('link:not([data-start])')].map((link) =>
      ['href', 'media', 'integrity'].map((name) => link.getAttribute(name)),
    );
  preloadShell();
  await new Promise((resolve) => setTimeout(resolve));
  expect(active()).toEqual([]);
  document.documentElement.append(body);
  await vi.waitFor(() => expect(active()).toEqual([['/late.js', '', 'sha256-a']]));
});
