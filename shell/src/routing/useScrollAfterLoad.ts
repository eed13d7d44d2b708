import { useLocation } from '@patchwork/router';
import { useLayoutEffect, useState } from 'react';

/** Where the router stores, by the key of a history entry, how far its page was scrolled. */
export const scrollStorageKey = 'react-router-scroll-positions';

/** What shows that the shopper has moved on. */
const ownMoves = ['wheel', 'touchmove', 'pointerdown', 'keydown'];

/** A page whose data takes longer stays where it is. */
const TIMEOUT_MS = 10_000;

function storedPosition(key: string): number {
  try {
    return Number(JSON.parse(sessionStorage.getItem(scrollStorageKey) ?? '{}')[key]) || 0;
  } catch {
    return 0;
  }
}

/**
 * After a reload the router scrolls once to where the page was, while its data is still loading and the page is
 * too short for that. Scrolls on as the page grows, until it is there or the shopper does something.
 */
export function useScrollAfterLoad(): void {
  const { key } = useLocation();
  const [target] = useState(() => storedPosition(key));

  useLayoutEffect(() => {
    if (target === 0) return;
    const end = new AbortController();
    const stop = () => end.abort();
    for (const type of ownMoves) {
      window.addEventListener(type, stop, { signal: end.signal, passive: true, capture: true });
    }
    const timer = setTimeout(stop, TIMEOUT_MS);
    const growth = new ResizeObserver(() => {
      window.scrollTo({ top: target, behavior: 'instant' });
      if (Math.abs(window.scrollY - target) <= 1) stop();
    });
    growth.observe(document.body);
    end.signal.addEventListener('abort', () => {
      growth.disconnect();
      clearTimeout(timer);
    });
    return stop;
  }, [target]);
}
