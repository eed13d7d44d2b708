import type { ApiError } from '@patchwork/api';
import type { Result } from '@patchwork/domain';
import { QueryCache, QueryClient, type QueryObserverResult } from '@tanstack/query-core';

/**
 * Something the server knows, as far as it is loaded. `refetch` is what 'Try again' calls. After a
 * failed reload `isError` is true while `data` still holds the earlier answer.
 */
export type Load<T> = QueryObserverResult<T, ApiError>;

/** A query's failure is thrown, because that is how a query learns of it. */
export async function unwrap<T>(call: Promise<Result<T, ApiError>>): Promise<T> {
  const result = await call;
  if (!result.ok) throw result.error;
  return result.value;
}

const fiveMinutes = 300_000;

export const createQueryClient = (): QueryClient =>
  new QueryClient({
    queryCache: new QueryCache({
      onError: (error, { queryKey: [scope, name = ''] }) =>
        console.error(`Loading ${[scope, name].filter(Boolean).join('/')} failed:`, error),
    }),
    defaultOptions: {
      // 'always': offline, a load fails and offers 'Try again' instead of waiting without a word.
      queries: { retry: false, networkMode: 'always', staleTime: fiveMinutes },
    },
  });
