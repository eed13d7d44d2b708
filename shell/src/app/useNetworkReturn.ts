import { isShopReachable } from '@patchwork/federation/browser';
import { useEffect } from 'react';

/** The browser's own event tells of its connection, not of the way from there to the shop. */
const PAUSE_MS = 3000;

/** Calls back when the shop can be reached again. */
export function useNetworkReturn(isAway: boolean, callback: () => void): void {
  useEffect(() => {
    if (!isAway) return;
    let isStale = false;
    async function ask() {
      if ((await isShopReachable()) && !isStale) callback();
    }
    const timer = setInterval(ask, PAUSE_MS);
    window.addEventListener('online', ask);
    return () => {
      isStale = true;
      clearInterval(timer);
      window.removeEventListener('online', ask);
    };
  }, [isAway, callback]);
}
