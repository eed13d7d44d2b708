// @vitest-environment happy-dom

import { afterEach, expect, test, vi } from 'vitest';
import { activeRemote } from '../testing/remotes.ts';
import { preloadModule } from './version-files.ts';

const sri = (letter: string) => `sha384-${letter.repeat(64)}`;
const account = activeRemote('1.0.0', {
  entry: 'https://shop.test/remotes/mfe-account/remoteEntry.js',
  files: { './Login': ['static/login.js', 'static/login.css'] },
  integrity: {
    'remoteEntry.js': sri('a'),
    'static/login.js': sri('b'),
    'static/login.css': sri('c'),
  },
});

afterEach(() => {
  document.head.innerHTML = '';
  vi.unstubAllGlobals();
});

test('the entry and the files of a module are fetched ahead, once each', () => {
  const fetched = vi.fn();
  vi.stubGlobal('fetch', fetched);
  const links = preloadModule(account, './Login');
  expect(links.map(({ as, href }) => `${as} ${href.split('/').at(-1)}`)).toEqual([
    'script remoteEntry.js',
    'script login.js',
    'style login.css',
  ]);
  for (const link of links) link.dispatchEvent(new Event('load'));
  expect(fetched).not.toHaveBeenCalled();
});

test('WebKit forgets that a file was missing: it is requested once more, in another way', () => {
  const fetched = vi.fn(async () => Promise.reject(new TypeError('Load failed')));
  vi.stubGlobal('fetch', fetched);
  const [entry] = preloadModule(account, './Login');
  entry?.dispatchEvent(new Event('error'));
  expect(fetched.mock.calls).toEqual([[account.entry]]);
});
