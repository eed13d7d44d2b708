// @vitest-environment happy-dom

import { afterEach, describe, expect, test, vi } from 'vitest';
import { createBrowserRouter } from '../routing/router.ts';
import { giveEntriesKeys, scrollAsPageGrows } from './scroll.ts';

afterEach(() => {
  history.replaceState(null, '', '/');
  vi.restoreAllMocks();
  vi.unstubAllGlobals();
});

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

describe('a page that was left at 300 px, and is 100 px high when it opens', () => {
  /** Opens the page. Returns a function that gives it another height, and one that leaves it for another page. */
  function open() {
    let height = 100;
    let onResize = () => {};
    let isWatched = true;
    vi.stubGlobal(
      'ResizeObserver',
      class {
        constructor(onChange: () => void) {
          onResize = () => isWatched && onChange();
        }
        observe() {
          onResize();
        }
        disconnect() {
          isWatched = false;
        }
      },
    );
    let scrolled = 0;
    vi.spyOn(window, 'scrollY', 'get').mockImplementation(() => scrolled);
    vi.spyOn(window, 'scrollTo').mockImplementation((to) => {
      scrolled = Math.min(Object(to).top, height);
    });
    const router = createBrowserRouter([{ path: '*', element: null }]);
    router.state.restoreScrollPosition = 300;
    scrollAsPageGrows(router);
    return {
      grow(to: number) {
        height = to;
        onResize();
      },
      async leave() {
        await router.navigate('/elsewhere');
        router.state.restoreScrollPosition = 300;
      },
    };
  }

  test('is scrolled as it grows, until the position is reached', () => {
    const { grow } = open();
    expect(scrollY).toBe(100);
    grow(200);
    expect(scrollY).toBe(200);
    grow(500);
    expect(scrollY).toBe(300);
    window.scrollTo({ top: 400 });
    grow(600);
    expect(scrollY).toBe(400);
  });

  test.each(['wheel', 'touchmove', 'pointerdown', 'keydown'])(
    'stays where the shopper moves it by %s',
    (type) => {
      const { grow } = open();
      dispatchEvent(new Event(type));
      grow(500);
      expect(scrollY).toBe(100);
    },
  );

  test('is no longer scrolled once another page is shown, or after ten seconds', async () => {
    const left = open();
    await left.leave();
    left.grow(500);
    expect(scrollY).toBe(100);
    vi.useFakeTimers();
    const slow = open();
    vi.advanceTimersByTime(10_000);
    vi.useRealTimers();
    slow.grow(500);
    expect(scrollY).toBe(100);
  });
});
