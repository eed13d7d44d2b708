import type { Api, ApiError, CallOptions } from '@patchwork/api';
import type { Result } from '@patchwork/domain';
import type { InfiniteData, QueryKey } from '@tanstack/query-core';
import { type Atom, atom } from 'jotai';
import { atomWithInfiniteQuery, queryClientAtom } from 'jotai-tanstack-query';
import { type PagedLoad, unwrap } from '../query-client.ts';
import { changeMark } from '../server-data.ts';
import { connectionAtom } from '../services.ts';
import { requestLostAtom } from './network.ts';
import { sessionAtom, userKey } from './session.ts';

/** Lists that the API keeps of each shopper, besides cart and wishlist. */
const dataNames = ['addresses', 'orders', 'checkouts'] as const;

interface Page<T> {
  readonly entries: readonly T[];
  /** Where the next page begins; left out where this is the last one. */
  readonly next?: string | undefined;
}

type Cursor = string | undefined;
type Pages<T> = InfiniteData<Page<T>, Cursor>;

/**
 * One of these lists, loaded while someone is logged in: its first page, and more on demand. What is loaded of
 * it is loaded again wherever it is shown: another device may have changed it.
 */
export function shopperData<T>(
  name: (typeof dataNames)[number],
  load: (api: Api, options: CallOptions, cursor: Cursor) => Promise<Result<Page<T>, ApiError>>,
) {
  // One function for all observers: given another one, TanStack Query selects again and makes a new list.
  const toList = ({ pages }: Pages<T>): readonly T[] => pages.flatMap(({ entries }) => entries);

  /** Another shopper's list has an atom of its own: the one before is not shown for a moment longer. */
  const queryAtom = atom((get) => {
    const session = get(sessionAtom);
    return atomWithInfiniteQuery<Page<T>, ApiError, readonly T[], QueryKey, Cursor>(
      (getServices) => {
        const { api, store } = getServices(connectionAtom);
        return {
          queryKey: userKey(name, session),
          enabled: session !== null,
          staleTime: 0,
          initialPageParam: undefined,
          getNextPageParam: ({ next }) => next,
          select: toList,
          queryFn: async ({ signal, pageParam }) => {
            const result = await load(api, { signal }, pageParam);
            // From now on it is tried whether the shop can be reached, and what failed is loaded then.
            if (!result.ok && result.error.kind === 'network') store.set(requestLostAtom);
            return unwrap(result);
          },
        };
      },
    );
  });

  const loadAtom: Atom<PagedLoad<T>> = atom((get) => get(get(queryAtom)));

  const listAtom: Atom<readonly T[]> = atom((get) =>
    get(sessionAtom) ? (get(loadAtom).data ?? []) : [],
  );

  /** Shows what the API answered to a change of the first page, here and in the other tabs. */
  const writeAtom = atom(
    null,
    async (get, _set, change: (before: readonly T[]) => readonly T[]): Promise<void> => {
      const session = get(sessionAtom);
      if (!session) return;
      const queryKey = userKey(name, session);
      const client = get(queryClientAtom);
      // A load that began before the change would bring the old list back.
      await client.cancelQueries({ queryKey });
      client.setQueryData<Pages<T>>(queryKey, (before) => {
        const [first, ...others] = before?.pages ?? [];
        return {
          pages: [{ ...first, entries: change(first?.entries ?? []) }, ...others],
          pageParams: before?.pageParams ?? [undefined],
        };
      });
      changeMark.write(crypto.randomUUID());
    },
  );

  return { loadAtom, listAtom, writeAtom };
}
