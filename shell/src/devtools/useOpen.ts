import { useCallback, useEffect, useState } from 'react';
import { whenIdle } from '../when-idle.ts';
import { reproductionHash } from './reproduction-hash.ts';

/** In sessionStorage, as long as the panel is open: a developer reloads often. */
const key = 'patchwork:devtools-open';

function wasOpen(): boolean {
  try {
    return sessionStorage.getItem(key) === 'yes';
  } catch {
    return false;
  }
}

function remember(isOpen: boolean): void {
  try {
    if (isOpen) sessionStorage.setItem(key, 'yes');
    else sessionStorage.removeItem(key);
  } catch {
    // Forbidden: the panel is closed after a reload.
  }
}

const isReproduction = (): boolean => reproductionHash() !== '';

/**
 * Whether the panel is open. A reproduction link opens it at once; one that was open before a reload
 * opens again in idle time, when the page itself is there.
 */
export function useOpen(): [isOpen: boolean, change: (isOpen: boolean) => void] {
  const [isOpen, setOpen] = useState(isReproduction);

  const change = useCallback((next: boolean) => {
    remember(next);
    setOpen(next);
  }, []);

  useEffect(() => {
    if (wasOpen()) whenIdle(() => setOpen(true));
    const follow = () => isReproduction() && setOpen(true);
    window.addEventListener('hashchange', follow);
    return () => window.removeEventListener('hashchange', follow);
  }, []);

  return [isOpen, change];
}
