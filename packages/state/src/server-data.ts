import type { Api, ApiError, CallOptions } from '@patchwork/api';
import type { Result } from '@patchwork/domain';
import { createStoredValue } from '@patchwork/storage';
import {
  type InfiniteData,
  InfiniteQueryObserver,
  type InfiniteQueryObserverOptions,
  type InfiniteQueryObserverResult,
  keepPreviousData,
  notifyManager,
  QueryCache,
  QueryClient,
  type QueryKey,
  QueryObserver,
  type QueryObserverOptions,
  type QueryObserverResult,
  type RefetchOptions,
} from '@tanstack/query-core';
import { type Atom, atom, type Getter, type WritableAtom } from 'jotai';
import { requestLostAtom } from './atoms/network.ts';
import { sessionAtom, shopperKey, userKey } from './atoms/session.ts';
import { connectionAtom, type Store } from './services.ts';

/**
 * Data of the server, and the state of its load. 'Try again' calls `refetch`. After a failed reload `isError` is
 * true while `data` still holds the earlier response.
 */
export type Load<T> = QueryObserverResult<T, ApiError>;

type PagedLoad<T> = InfiniteQueryObserverResult<readonly T[], ApiError>;

/** Returns the value of a result, or throws its error: a query function reports a failure by throwing. */
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
      // 'always': when offline, a load fails and offers 'Try again' instead of waiting silently.
      queries: { retry: false, networkMode: 'always', staleTime: STALE_TIME_MS },
    },
  });

/** Returns a store's query cache, for the devtools to reload. Remotes use the atoms instead. */
export const queryClientOf = (store: Store): QueryClient => store.get(connectionAtom).client;

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

interface Observer<Result> {
  setOptions: (options: never) => void;
  subscribe: (listener: () => void) => () => void;
  getOptimisticResult: (options: never) => Result;
}

interface Refetchable {
  readonly refetch: (how?: RefetchOptions) => unknown;
}

/**
 * Makes an atom of a query whose options depend on other atoms. Reading it sends no request: the observer gets new
 * options in an effect, while the atom is mounted, or when the result's `refetch` is called. Not made with
 * atomWithQuery and atomWithInfiniteQuery of jotai-tanstack-query, which subscribe again with each change of the
 * options, which sends the first request of each key twice.
 */
export function followQuery<Options, Result extends Refetchable>(
  optionsOf: (get: Getter) => Options,
  createObserver: (client: QueryClient, options: Options) => Observer<Result>,
): Atom<Result> {
  const optionsAtom = atom((get) => {
    const { client } = get(connectionAtom);
    return client.defaultQueryOptions(optionsOf(get) as QueryObserverOptions) as never;
  });
  // Observer of a store, whatever its options, so that it can keep the earlier data until the new data is loaded.
  const observerAtom = atom((get) => {
    const { client, store } = get(connectionAtom);
    return createObserver(client, store.get(optionsAtom));
  });
  /** Counts the observer's notifications. Depends on the observer alone, so that it subscribes once. */
  const notificationsAtom = atom((get) => {
    const observer = get(observerAtom);
    const { store } = get(connectionAtom);
    const countAtom = atom(0);
    countAtom.onMount = (set) => {
      const follow = () => observer.setOptions(store.get(optionsAtom));
      follow();
      const leaveOptions = store.sub(optionsAtom, follow);
      const leave = observer.subscribe(notifyManager.batchCalls(() => set((count) => count + 1)));
      return () => {
        leaveOptions();
        leave();
      };
    };
    return countAtom;
  });
  return atom((get): Result => {
    const observer = get(observerAtom);
    const { store } = get(connectionAtom);
    get(get(notificationsAtom));
    const result = observer.getOptimisticResult(get(optionsAtom));
    const refetch = (how?: RefetchOptions) => {
      observer.setOptions(store.get(optionsAtom));
      return result.refetch(how);
    };
    return { ...result, refetch };
  });
}

declare global {
  interface PatchworkStores {
    'shopper-data-changed': 'shop';
  }
}

/** Mark in the storage of all tabs: writing it sends an event to each other tab. Its text means nothing. */
export const changeMark = createStoredValue({
  name: 'shopper-data-changed',
  version: 1,
  parse: String,
  scope: 'shop',
});

type Cursor = string | undefined;
/** Cursor as TanStack Query keeps it: null instead of undefined, which JSON lacks. */
type PageParam = string | null;

interface Described<T> {
  /** Names the data and says what it depends on: data with another key is loaded anew. */
  readonly key: readonly string[];
  /**
   * 'shopper': loaded while someone is logged in, reloaded whenever it is shown anew, and forgotten when the
   * session ends. 'shop': the same for everyone.
   */
  readonly scope: 'shop' | 'shopper';
  /** Loads the data. `cursor` is the result of `next` for the previous page; undefined for the first one. */
  readonly load: (api: Api, options: CallOptions, cursor: Cursor) => Promise<Result<T, ApiError>>;
  /** Whether pages are loaded; by default they are, while something shows them. For paged lists only. */
  readonly isWanted?: boolean;
  /** Whether pages of the previous key are shown until the first one of this key is there. For paged lists only. */
  readonly keepsEarlier?: boolean;
}

type Describe<T> = (get: Getter) => Described<T>;

/** Returns the cursor of the next page; undefined after the last one. */
type Next<T> = (page: T) => Cursor;

/** Atom of data: reading it gives the data and the state of its load; writing it shows the API's answer to a change. */
type ServerAtom<T, L> = WritableAtom<L, [change: (before: T | undefined) => T], Promise<void>>;

/** Returns the options that a query and a list of pages have in common. */
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
      // Begins to retry whether the shop can be reached; data that failed to load is then loaded again.
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

type Pages<T> = InfiniteData<T, PageParam>;
type PagesOptions<T> = InfiniteQueryObserverOptions<T, ApiError, readonly T[], QueryKey, PageParam>;

function pagesAtom<T>(describe: Describe<T>, next: Next<T>) {
  // Shared by all options: given another function, TanStack Query selects again and makes a new list.
  const select = ({ pages }: Pages<T>): readonly T[] => pages;
  return followQuery(
    (get): PagesOptions<T> => {
      const { isAllowed, queryFn, ...options } = optionsOf(get, describe);
      const { isWanted = true, keepsEarlier = false } = describe(get);
      return {
        // If the list became stale, all of its pages would be loaded again, one after the other.
        staleTime: Number.POSITIVE_INFINITY,
        ...options,
        enabled: isAllowed && isWanted,
        initialPageParam: null,
        getNextPageParam: next,
        select,
        ...(keepsEarlier && { placeholderData: keepPreviousData }),
        queryFn: ({ signal, pageParam }) => queryFn(signal, pageParam ?? undefined),
      };
    },
    (client, options) => new InfiniteQueryObserver(client, options),
  );
}

/** Shows a change that the server has made, here and, for a shopper's data, in the other tabs. */
async function write<T, Stored>(
  get: Getter,
  describe: Describe<T>,
  change: (before: Stored | undefined) => Stored,
): Promise<void> {
  const { queryKey, isAllowed } = optionsOf(get, describe);
  if (!isAllowed) return;
  const client = get(connectionAtom).client;
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
          pageParams: before?.pageParams ?? [null],
        };
      }),
  );
}

/** Cart and wishlist, whose contents come from their stored queues. */
const queuedNames: readonly unknown[] = ['cart', 'wishlist'];

/** Loads the shopper's data that is shown here again, after another tab has changed something. */
export const reloadShopperDataAtom = atom(null, (get): void => {
  const session = get(sessionAtom);
  if (!session) return;
  const client = get(connectionAtom).client;
  const filters = {
    predicate: ({ queryKey: [scope, name, shopper] }: { queryKey: readonly unknown[] }) =>
      scope === 'user' && shopper === shopperKey(session) && !queuedNames.includes(name),
  };
  // A first load that began before the change would bring the old data.
  void client.cancelQueries(filters).then(() => client.invalidateQueries(filters));
});
