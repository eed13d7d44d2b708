import type { Inspection } from '@patchwork/devtools-bridge';
import { queryClientAtom } from 'jotai-tanstack-query';

/**
 * A query that nobody on the page looks at reads as if it were loading, because it would be if
 * somebody did. Nothing is on its way, though.
 */
export const isUnasked = (value: unknown, store: Inspection['store']): boolean =>
  typeof value === 'object' &&
  value !== null &&
  'isLoading' in value &&
  value.isLoading === true &&
  store.get(queryClientAtom).isFetching() === 0;
