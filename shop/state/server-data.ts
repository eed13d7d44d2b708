import type { Api, ApiError, CallOptions } from '@patchwork/api';
import type { Result } from '@patchwork/domain';
import { createStoredValue } from '@patchwork/host/storage';
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
 * Data from the API and its load state. 'Try again' calls `refetch`. After a failed reload, `isError` is true and
 * `data` is still the earlier response.
 */
export type Load<T> = QueryObserverResult<T, ApiError>;

type PagedLoad<T> = InfiniteQueryObserverResult<readonly T[], ApiError>;

/** Returns the value of a result, or throws its error: query functions report failures by throwing. */
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
      // 'always' makes a load fail when offline, so the page can offer 'Try again'. By default TanStack Query would
      // wait silently.
      queries: { retry: false, networkMode: 'always', staleTime: STALE_TIME_MS },
    },
  });

/** Returns a store's query cache. For the devtools, which reload its data; remotes use the atoms instead. */
export const queryClientOf = (store: Store): QueryClient => store.get(connectionAtom).client;

/** Resolves when no load is in progress. */
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
  getCurrentResult: () => Result;
}

interface Refetchable {
  readonly refetch: (how?: RefetchOptions) => unknown;
}

/**
 * Creates an atom for a query whose options depend on other atoms. Reading the atom sends no request. While the atom is
 * mounted, an effect passes new options to the observer; otherwise, the result's `refetch` does. jotai-tanstack-query's
 * atomWithQuery and atomWithInfiniteQuery are not used, because they subscribe again with each change of the options
 * and so send the first request of each key twice.
 */
export function followQuery<Options, Result extends Refetchable>(
  optionsOf: (get: Getter) => Options,
  createObserver: (client: QueryClient, options: Options) => Observer<Result>,
): Atom<Result> {
  const optionsAtom = atom((get) => {
    const { client } = get(connectionAtom);
    return client.defaultQueryOptions(optionsOf(get) as QueryObserverOptions) as never;
  });
  // One observer per store. It outlives changes of the options, so it can keep showing the earlier data until the new
  // data arrives.
  const observerAtom = atom((get) => {
    const { client, store } = get(connectionAtom);
    return createObserver(client, store.get(optionsAtom));
  });
  /** Counts the changes of the observer's result. The atom depends on the observer only, so it subscribes once. */
  const notificationsAtom = atom((get) => {
    const observer = get(observerAtom);
    const { store } = get(connectionAtom);
    const countAtom = atom(0);
    countAtom.onMount = (set) => {
      const notify = () => set((count) => count + 1);
      const follow = () => observer.setOptions(store.get(optionsAtom));
      const before = observer.getCurrentResult();
      follow();
      // A response that arrived after the atom was read, and before it was mounted, had no listener.
      if (observer.getCurrentResult() !== before) notify();
      const leaveOptions = store.sub(optionsAtom, follow);
      const leave = observer.subscribe(notifyManager.batchCalls(notify));
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

/** Marker in storage, without a meaning of its own: writing it sends a storage event to every other tab. */
export const changeMark = createStoredValue({
  name: 'shopper-data-changed',
  version: 1,
  parse: String,
  scope: 'shop',
});

type Cursor = string | undefined;
/** Cursor as TanStack Query stores it: null instead of undefined, which JSON can't represent. */
type PageParam = string | null;

interface Described<T> {
  /** Cache key: the data's name and all that it depends on. */
  readonly key: readonly string[];
  /**
   * 'shopper': loaded only while someone is logged in, reloaded whenever it is shown again, and dropped when the
   * session ends. 'shop': the same for everyone.
   */
  readonly scope: 'shop' | 'shopper';
  /** Loads the data. `cursor` is what `next` returned for the previous page; undefined for the first page. */
  readonly load: (api: Api, options: CallOptions, cursor: Cursor) => Promise<Result<T, ApiError>>;
  /** Whether to load pages while the atom is mounted; true by default. For paged lists only. */
  readonly isWanted?: boolean;
  /**
   * Whether the pages of the previous key stay visible until the first page of the new key arrives. For paged lists
   * only.
   */
  readonly keepsEarlier?: boolean;
}

type Describe<T> = (get: Getter) => Described<T>;

/** Returns the cursor of the next page; undefined after the last one. */
type Next<T> = (page: T) => Cursor;

/**
 * Atom of API data. Reading it returns the data and its load state; writing it applies a change that the API has
 * confirmed.
 */
type ServerAtom<T, L> = WritableAtom<L, [change: (before: T | undefined) => T], Promise<void>>;

/** Returns the options that queries and infinite queries share. */
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
      // Starts to check whether the shop can be reached again; failed loads are repeated then.
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
  // One function for all options: TanStack Query would select again, and return a new list, for each new function.
  const select = ({ pages }: Pages<T>): readonly T[] => pages;
  return followQuery(
    (get): PagesOptions<T> => {
      const { isAllowed, queryFn, ...options } = optionsOf(get, describe);
      const { isWanted = true, keepsEarlier = false } = describe(get);
      return {
        // A stale list would be reloaded page by page, one request after the other.
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

/**
 * Changes cached data after the API has confirmed the change. If the data is a shopper's, other tabs then reload it.
 */
async function write<T, Stored>(
  get: Getter,
  describe: Describe<T>,
  change: (before: Stored | undefined) => Stored,
): Promise<void> {
  const { queryKey, isAllowed } = optionsOf(get, describe);
  if (!isAllowed) return;
  const client = get(connectionAtom).client;
  // The response of a load that began before the change would undo it.
  await client.cancelQueries({ queryKey });
  client.setQueryData<Stored>(queryKey, change);
  if (describe(get).scope === 'shopper') changeMark.write(crypto.randomUUID());
}

/**
 * Creates an atom of API data. `describe` may read other atoms. The data is loaded while the atom is mounted. With
 * `next`, it is a list that is loaded page by page: `data` has the pages loaded so far, `fetchNextPage` loads the next
 * one, and a write changes the first page.
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

/** Names of the lists that `reloadShopperDataAtom` leaves out, because their contents come from their stored queues. */
const queuedNames: readonly unknown[] = ['cart', 'wishlist'];

/** Reloads the shopper's data that this tab shows, after another tab has changed some of it. */
export const reloadShopperDataAtom = atom(null, (get): void => {
  const session = get(sessionAtom);
  if (!session) return;
  const client = get(connectionAtom).client;
  const filters = {
    predicate: ({ queryKey: [scope, name, shopper] }: { queryKey: readonly unknown[] }) =>
      scope === 'user' && shopper === shopperKey(session) && !queuedNames.includes(name),
  };
  // A first load that began before the change would return the old data.
  void client.cancelQueries(filters).then(() => client.invalidateQueries(filters));
});
