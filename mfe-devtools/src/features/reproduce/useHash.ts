import { useSyncExternalStore } from 'react';

function subscribe(listener: () => void) {
  window.addEventListener('hashchange', listener);
  return () => window.removeEventListener('hashchange', listener);
}

export const useHash = (): string => useSyncExternalStore(subscribe, () => window.location.hash);

/** Removes the hash from the address, without a new entry in the history. */
export function removeHash(): void {
  const { pathname, search } = window.location;
  // The router stores its own data in the entry's state.
  window.history.replaceState(window.history.state, '', pathname + search);
  // The browser sends no event for a hash that a script removes.
  window.dispatchEvent(new HashChangeEvent('hashchange'));
}
