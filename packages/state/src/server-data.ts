import type { Api, ApiError, CallOptions } from '@patchwork/api';
import type { Result } from '@patchwork/domain';
import { createStoredValue } from '@patchwork/storage';
import {
  type InfiniteData,
  InfiniteQueryObserver,
  type InfiniteQueryObserverOptions,
  keepPreviousData,
  type QueryKey,
  QueryObserver,
  type QueryObserverOptions,
} from '@tanstack/query-core';
import { atom, type Getter, type WritableAtom } from 'jotai';
import { queryClientAtom } from 'jotai-tanstack-query';
import { requestLostAtom } from './atoms/network.ts';
import { sessionAtom, shopperKey, userKey } from './atoms/session.ts';
import { followQuery } from './follow-query.ts';
import { type Load, type PagedLoad, unwrap } from './query-client.ts';
import { connectionAtom } from './services.ts';

declare global {
  interface PatchworkStores {
    'shopper-data-changed': 'shop';
  }
}

/** In a storage of all tabs, so that writing it is an event in each other one. The text means nothing. */
export const changeMark = createStoredValue({
  name: 'shopper-data-changed',
  version: 1,
  parse: String,
  scope: 'shop',
});

type Cursor = string | undefined;

interface Described<T> {
  /** Names the data and says what it depends on: data with another key is loaded anew. */
  readonly key: readonly string[];
  /**
   * 'shopper': loaded while someone is logged in, again wherever it is shown, and forgotten when the session
   * ends. 'shop': the same for everyone.
   */
  readonly scope: 'shop' | 'shopper';
  /** `cursor` is what `next` gave for the page before; undefined for the first one. */
  readonly load: (api: Api, options: CallOptions, cursor: Cursor) => Promise<Result<T, ApiError>>;
  /** For pages only. Left out, they are loaded while something shows them. */
  readonly isWanted?: boolean;
  /** For pages only. Pages of the key before are shown until the first one of this key is there. */
  readonly keepsEarlier?: boolean;
}

type Describe<T> = (get: Getter) => Described<T>;

/** Where the page after this one begins; undefined after the last one. */
type Next<T> = (page: T) => Cursor;

/** Reading it gives how far the data is loaded. Writing it shows what the API answered to a change. */
type ServerAtom<T, L> = WritableAtom<L, [change: (before: T | undefined) => T], Promise<void>>;

/** The options that a query and a list of pages have in common. */
function optionsOf<T>(get: Getter, describe: Describe<T>) {
  const { key, scope, load } = describe(get);
  const session = get(sessionAtom);
  const { api, store } = get(connectionAtom);
  const isShoppers = scope === 'shopper';
  const queryKey: QueryKey = isShoppers ? userKey(key.join(), session) : key;
  return {
    queryKey,
    isAllowed: !isShoppers || session !== null,
    ...(isShoppers && { staleTime: 0 }),
    async queryFn(signal: AbortSignal, cursor?: string): Promise<T> {
      const result = await load(api, { signal }, cursor);
      // From now on it is tried whether the shop can be reached, and what failed is loaded then.
      if (isShoppers && !result.ok && result.error.kind === 'network') store.set(requestLostAtom);
      return unwrap(result);
    },
  };
}

function singleAtom<T>(describe: Describe<T>) {
  return followQuery(
    (get): QueryObserverOptions<T, ApiError> => {
      const { isAllowed, queryFn, ...options } = optionsOf(get, describe);
      return { ...options, enabled: isAllowed, queryFn: ({ signal }) => queryFn(signal) };
    },
    (client, options) => new QueryObserver(client, options),
  );
}

type Pages<T> = InfiniteData<T, Cursor>;
type PagesOptions<T> = InfiniteQueryObserverOptions<T, ApiError, readonly T[], QueryKey, Cursor>;

function pagesAtom<T>(describe: Describe<T>, next: Next<T>) {
  // Shared by all: given another function, TanStack Query selects again and makes a new list.
  const select = ({ pages }: Pages<T>): readonly T[] => pages;
  return followQuery(
    (get): PagesOptions<T> => {
      const { isAllowed, queryFn, ...options } = optionsOf(get, describe);
      const { isWanted = true, keepsEarlier = false } = describe(get);
      return {
        // Stale, all of its pages would be loaded again, one after the other.
        staleTime: Number.POSITIVE_INFINITY,
        ...options,
        enabled: isAllowed && isWanted,
        initialPageParam: undefined,
        getNextPageParam: next,
        select,
        ...(keepsEarlier && { placeholderData: keepPreviousData }),
        queryFn: ({ signal, pageParam }) => queryFn(signal, pageParam),
      };
    },
    (client, options) => new InfiniteQueryObserver(client, options),
  );
}

/** Shows a change of what the server has, here and, of a shopper's data, in the other tabs. */
async function write<T, Stored>(
  get: Getter,
  describe: Describe<T>,
  change: (before: Stored | undefined) => Stored,
): Promise<void> {
  const { queryKey, isAllowed } = optionsOf(get, describe);
  if (!isAllowed) return;
  const client = get(queryClientAtom);
  // A load that began before the change would bring the old data back.
  await client.cancelQueries({ queryKey });
  client.setQueryData<Stored>(queryKey, change);
  if (describe(get).scope === 'shopper') changeMark.write(crypto.randomUUID());
}

/**
 * Makes an atom of data that the API has; `describe` may read other atoms. It is loaded while something shows
 * it. Given `next`, it is a list that is loaded page by page: `data` has the pages so far, `fetchNextPage` loads
 * one more, and a write changes the first page.
 */
export function serverData<T>(describe: Describe<T>): ServerAtom<T, Load<T>>;
export function serverData<T>(describe: Describe<T>, next: Next<T>): ServerAtom<T, PagedLoad<T>>;
export function serverData<T>(describe: Describe<T>, next?: Next<T>) {
  if (!next) {
    const loadAtom = singleAtom(describe);
    return atom(
      (get) => get(loadAtom),
      (get, _set, change: (before: T | undefined) => T) => write(get, describe, change),
    );
  }
  const loadAtom = pagesAtom(describe, next);
  return atom(
    (get) => get(loadAtom),
    (get, _set, change: (before: T | undefined) => T) =>
      write<T, Pages<T>>(get, describe, (before) => {
        const [first, ...others] = before?.pages ?? [];
        return {
          pages: [change(first), ...others],
          pageParams: before?.pageParams ?? [undefined],
        };
      }),
  );
}

/** Cart and wishlist: what they show comes from their stored queues. */
const queuedNames: readonly unknown[] = ['cart', 'wishlist'];

/** Another tab has changed something: what is shown here of this shopper's data is loaded again. */
export const reloadShopperDataAtom = atom(null, (get): void => {
  const session = get(sessionAtom);
  if (!session) return;
  const client = get(queryClientAtom);
  const filters = {
    predicate: ({ queryKey: [scope, name, shopper] }: { queryKey: readonly unknown[] }) =>
      scope === 'user' && shopper === shopperKey(session) && !queuedNames.includes(name),
  };
  // A first load that began before the change would bring the old data.
  void client.cancelQueries(filters).then(() => client.invalidateQueries(filters));
});
