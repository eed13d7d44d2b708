import type { ApiError } from '@patchwork/api';
import type { Result } from '@patchwork/domain';
import {
  type InfiniteQueryObserverResult,
  QueryCache,
  QueryClient,
  type QueryObserverResult,
} from '@tanstack/query-core';
import { queryClientAtom } from 'jotai-tanstack-query';
import type { Store } from './services.ts';

/**
 * Something that the server has, as far as it is loaded. `refetch` is what 'Try again' calls. After
 * a failed reload `isError` is true while `data` still holds the earlier response.
 */
export type Load<T> = QueryObserverResult<T, ApiError>;

/** A list that is loaded page by page: `data` has the pages so far, `fetchNextPage` loads one more. */
export type PagedLoad<T> = InfiniteQueryObserverResult<readonly T[], ApiError>;

/** For a query function: a query learns of a failure by what it throws. */
export function unwrap<T>(result: Result<T, ApiError>): T {
  if (!result.ok) throw result.error;
  return result.value;
}

const STALE_TIME_MS = 300_000;

export const createQueryClient = (): QueryClient =>
  new QueryClient({
    queryCache: new QueryCache({
      onError: (error, { queryKey: [scope, name = ''] }) =>
        console.error(`Loading ${[scope, name].filter(Boolean).join('/')} failed:`, error),
    }),
    defaultOptions: {
      // 'always': offline, a load fails and offers 'Try again' instead of waiting without a word.
      queries: { retry: false, networkMode: 'always', staleTime: STALE_TIME_MS },
    },
  });

/** What holds the shop's data: the devtools load it again. Other remotes use the atoms. */
export const queryClientOf = (store: Store): QueryClient => store.get(queryClientAtom);

/** Resolves once nothing is being loaded. */
export function whenLoaded(store: Store): Promise<void> {
  const client = queryClientOf(store);
  return new Promise((resolve) => {
    function check(): void {
      if (client.isFetching() > 0) return;
      leave();
      resolve();
    }
    const leave = client.getQueryCache().subscribe(check);
    check();
  });
}
