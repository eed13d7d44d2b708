import { useCallback, useState, useSyncExternalStore } from 'react';

function subscribe(listener: () => void) {
  window.addEventListener('hashchange', listener);
  return () => window.removeEventListener('hashchange', listener);
}

const readHash = () => window.location.hash;

/** The address's hash, and a function that removes it without a new entry in the history. */
export function useHash(): readonly [hash: string, drop: () => void] {
  const hash = useSyncExternalStore(subscribe, readHash);
  const [, redraw] = useState(0);
  const drop = useCallback(() => {
    const { pathname, search } = window.location;
    // The router stores its own data in the entry's state.
    window.history.replaceState(window.history.state, '', pathname + search);
    // The browser sends no event for a hash that a script removes.
    redraw((count) => count + 1);
  }, []);
  return [hash, drop];
}
