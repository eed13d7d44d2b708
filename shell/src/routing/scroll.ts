import type { createBrowserRouter } from '@patchwork/router';

type Router = ReturnType<typeof createBrowserRouter>;

/** Events of the shopper that end the automatic scrolling. */
const ownMoves = ['wheel', 'touchmove', 'pointerdown', 'keydown'];

/** Time limit for scrolling: a page whose data takes longer stays where it is. */
const TIMEOUT_MS = 10_000;

function giveKey(): void {
  const state = Object(history.state);
  if (state.key === undefined) {
    history.replaceState({ ...state, key: Math.random().toString(36).slice(2) }, '');
  }
}

/**
 * Gives a key of its own to each history entry that the router did not make: that of a document load, and that of
 * a link to a part of the page. The router would call all of them "default", and they would share one scroll
 * position. Must be called before the router is created, which reads the key at once, and in its own listener.
 */
export function giveEntriesKeys(): void {
  giveKey();
  window.addEventListener('popstate', giveKey);
}

/**
 * Scrolls towards the first page's position: where it was left, or the element that its address names. Returns
 * whether it is reached.
 */
function scrollTowards({ restoreScrollPosition: top, location }: Router['state']): boolean {
  if (typeof top === 'number') {
    window.scrollTo({ top, behavior: 'instant' });
    return Math.abs(window.scrollY - top) <= 1;
  }
  const target = document.getElementById(location.hash.slice(1));
  target?.scrollIntoView({ behavior: 'instant' });
  return target !== null;
}

/**
 * Scrolls on as the page grows, until its position is reached or the shopper does something. After a document load
 * the router scrolls only once, while the page's data is still loading and the page is too short.
 */
export function scrollAsPageGrows(router: Router): void {
  const { key } = router.state.location;
  const end = new AbortController();
  const stop = () => end.abort();
  for (const type of ownMoves) {
    window.addEventListener(type, stop, { signal: end.signal, passive: true, capture: true });
  }
  const timer = setTimeout(stop, TIMEOUT_MS);
  const growth = new ResizeObserver(() => {
    const { state } = router;
    if (state.location.key !== key || scrollTowards(state)) stop();
  });
  growth.observe(document.body);
  end.signal.addEventListener('abort', () => {
    growth.disconnect();
    clearTimeout(timer);
  });
}
