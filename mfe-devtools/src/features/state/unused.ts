import type { Inspection } from '@patchwork/devtools-bridge';
import { queryClientAtom } from 'jotai-tanstack-query';

/**
 * A query that nothing on the page uses reads as if it were loading, although no request is on its
 * way.
 */
export const isUnused = (value: unknown, store: Inspection['store']): boolean =>
  typeof value === 'object' &&
  value !== null &&
  'isLoading' in value &&
  value.isLoading === true &&
  store.get(queryClientAtom).isFetching() === 0;
