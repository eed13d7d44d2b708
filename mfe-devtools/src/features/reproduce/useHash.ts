import { useCallback, useState, useSyncExternalStore } from 'react';

function subscribe(listener: () => void) {
  window.addEventListener('hashchange', listener);
  return () => window.removeEventListener('hashchange', listener);
}

const readHash = () => window.location.hash;

/** The address's hash, and a way to take it out of there without a step in the history. */
export function useHash(): readonly [hash: string, drop: () => void] {
  const hash = useSyncExternalStore(subscribe, readHash);
  const [, redraw] = useState(0);
  const drop = useCallback(() => {
    const { pathname, search } = window.location;
    // The router keeps its own place in the entry's state.
    window.history.replaceState(window.history.state, '', pathname + search);
    // The browser announces no hash that a program takes away.
    redraw((count) => count + 1);
  }, []);
  return [hash, drop];
}
