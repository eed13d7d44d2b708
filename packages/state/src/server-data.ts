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
 * Data of the server, as far as it is loaded. `refetch` is what 'Try again' calls. After a failed reload `isError`
 * is true while `data` still holds the earlier response.
 */
export type Load<T> = QueryObserverResult<T, ApiError>;

type PagedLoad<T> = InfiniteQueryObserverResult<readonly T[], ApiError>;

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

/** Returns the cache of a store, for the devtools, which load it again. Other remotes use the atoms. */
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
 * Makes an atom of a query whose options depend on other atoms. Reading it asks nothing of the server: the observer
 * gets new options in an effect, while the atom is mounted, or when the result's `refetch` is called. Not by
 * atomWithQuery and atomWithInfiniteQuery of jotai-tanstack-query: those subscribe again with each change of the
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
  // An observer for each store, whatever its options: it can keep the earlier data until the new one is loaded.
  const observerAtom = atom((get) => {
    const { client, store } = get(connectionAtom);
    return createObserver(client, store.get(optionsAtom));
  });
  /** Counts what the observer notifies of. Depends on the observer alone, so that it subscribes once. */
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

/** In a storage of all tabs, so that writing it is an event in each other one. The text means nothing. */
export const changeMark = createStoredValue({
  name: 'shopper-data-changed',
  version: 1,
  parse: String,
  scope: 'shop',
});

type Cursor = string | undefined;
/** As TanStack Query keeps it: JSON has no undefined. */
type PageParam = string | null;

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

type Pages<T> = InfiniteData<T, PageParam>;
type PagesOptions<T> = InfiniteQueryObserverOptions<T, ApiError, readonly T[], QueryKey, PageParam>;

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

/** Shows a change of what the server has, here and, of a shopper's data, in the other tabs. */
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

/** Cart and wishlist: what they show comes from their stored queues. */
const queuedNames: readonly unknown[] = ['cart', 'wishlist'];

/** Another tab has changed something: what is shown here of this shopper's data is loaded again. */
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
