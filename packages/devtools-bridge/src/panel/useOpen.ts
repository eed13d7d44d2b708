import { createStoredValue } from '@patchwork/storage';
import { whenIdle } from '@patchwork/ui';
import { useCallback, useEffect, useState } from 'react';
import { reproductionHash } from './reproduction-hash.ts';

declare global {
  interface PatchworkStores {
    'devtools-open': 'tab';
  }
}

/** Remembered across reloads, which a developer does often. */
const storedOpen = createStoredValue({
  name: 'devtools-open',
  version: 1,
  parse: (value) => value === true,
  scope: 'tab',
});

const hasReproductionLink = (): boolean => reproductionHash() !== '';

/**
 * Whether the panel is open. A reproduction link opens it at once. A panel that was open before a
 * reload opens again when the page itself has loaded and the browser is idle.
 */
export function useOpen(): [isOpen: boolean, change: (isOpen: boolean) => void] {
  const [isOpen, setOpen] = useState(hasReproductionLink);

  const change = useCallback((next: boolean) => {
    if (next) storedOpen.write(true);
    else storedOpen.remove();
    setOpen(next);
  }, []);

  useEffect(() => {
    if (storedOpen.read()) whenIdle(() => setOpen(true));
    const openForLink = () => hasReproductionLink() && setOpen(true);
    window.addEventListener('hashchange', openForLink);
    return () => window.removeEventListener('hashchange', openForLink);
  }, []);

  return [isOpen, change];
}
