import { useLocation } from '@patchwork/router';
import { storedScrollPosition } from '@patchwork/storage';
import { useLayoutEffect, useState } from 'react';

/** What shows that the shopper has moved on. */
const ownMoves = ['wheel', 'touchmove', 'pointerdown', 'keydown'];

/** A page whose data takes longer stays where it is. */
const TIMEOUT_MS = 10_000;

/**
 * After a reload the router scrolls once to where the page was, while its data is still loading and the page is
 * too short for that. Scrolls on as the page grows, until it is there or the shopper does something.
 */
export function useScrollAfterLoad(): void {
  const { key } = useLocation();
  const [target] = useState(() => storedScrollPosition(key));

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
