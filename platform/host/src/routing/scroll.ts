import type { createBrowserRouter } from './router.ts';

type Router = ReturnType<typeof createBrowserRouter>;

/** Events of the shopper that stop the automatic scrolling. */
const ownMoves = ['wheel', 'touchmove', 'pointerdown', 'keydown'];

/** Maximum time for scrolling, in milliseconds. If the page's data takes longer, the position stays as it is. */
const TIMEOUT_MS = 10_000;

function giveKey(): void {
  const state = Object(history.state);
  if (state.key === undefined) {
    history.replaceState({ ...state, key: Math.random().toString(36).slice(2) }, '');
  }
}

/**
 * Gives a unique key to history entries that the router did not create: those of document loads and of links to a part
 * of the page. The router would use "default" for all of them, and they would share one scroll position. Call it before
 * the router is created, because the router reads the key at once and in its own listener.
 */
export function giveEntriesKeys(): void {
  giveKey();
  window.addEventListener('popstate', giveKey);
}

/**
 * Scrolls towards the first page's position: where the shopper left it, or the element in the hash. Returns whether it
 * is reached.
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
 * Scrolls towards the first page's position whenever the page grows, until the shopper acts or the position is reached.
 * After a document load the router scrolls only once, when the page's data hasn't arrived and the page is too short.
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
