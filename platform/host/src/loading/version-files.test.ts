// @vitest-environment happy-dom

import { afterEach, expect, test, vi } from 'vitest';
import { activeRemote, sri } from '../testing/remotes.ts';
import { preloadModule } from './version-files.ts';

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
});

test('a file whose preload failed is fetched once more, so that WebKit does not reuse the failure', () => {
  const fetched = vi.fn(async () => Promise.reject(new TypeError('Load failed')));
  vi.stubGlobal('fetch', fetched);
  const [entry, ...others] = preloadModule(account, './Login');
  for (const link of others) link.dispatchEvent(new Event('load'));
  entry?.dispatchEvent(new Event('error'));
  expect(fetched.mock.calls).toEqual([[account.entry]]);
});
