import { locationAtom } from '@patchwork/shop';
import { useStore } from 'jotai';
import { useEffect } from 'react';
import { keepFiltersAtom } from './state/filters.ts';

/** Keeps the filters while home or the list is shown, and leaves them to the pages that the shopper opens next. */
export function useKeptFilters(): void {
  const store = useStore();
  useEffect(() => {
    const keep = () => store.set(keepFiltersAtom);
    keep();
    return store.sub(locationAtom, keep);
  }, [store]);
}
