// @vitest-environment happy-dom

import { afterEach, expect, test } from 'vitest';
import { giveEntriesKeys } from './scroll.ts';

afterEach(() => history.replaceState(null, '', '/'));

const keyOf = (): unknown => history.state.key;

/** Opens an entry, as another address in the address bar does, or a link to a part of the page. */
function openEntry(): void {
  history.pushState(null, '', '/');
  dispatchEvent(new PopStateEvent('popstate', { state: null }));
}

test('each entry of the history gets a key of its own, also those that the router did not make', () => {
  const keys = [1, 2].map(() => {
    history.replaceState(null, '', '/');
    giveEntriesKeys();
    return keyOf();
  });
  openEntry();
  expect(new Set([...keys, keyOf()]).size).toBe(3);
  expect(keyOf()).toEqual(expect.any(String));
});

test('an entry that has a key keeps it, and all else that is stored with it', () => {
  history.replaceState({ key: 'abc', idx: 3 }, '', '/');
  giveEntriesKeys();
  dispatchEvent(new PopStateEvent('popstate'));
  expect(history.state).toEqual({ key: 'abc', idx: 3 });
  history.replaceState({ idx: 4 }, '', '/');
  giveEntriesKeys();
  expect(history.state).toEqual({ key: expect.any(String), idx: 4 });
});
