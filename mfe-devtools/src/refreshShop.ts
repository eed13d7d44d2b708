import type { Inspection } from '@patchwork/inspection';
import { queryClientAtom } from 'jotai-tanstack-query';

/**
 * Lets the shop show data that changed behind its back. What the page shows is asked for at once,
 * the rest when it is looked at next.
 */
export const refreshShop = (store: Inspection['store']): void => {
  void store.get(queryClientAtom).invalidateQueries();
};
