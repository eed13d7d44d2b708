import type { Api, ApiError, OutputOf } from '@patchwork/api';
import { type Filters, filtersToSearchParams } from '@patchwork/domain';
import {
  type InfiniteData,
  InfiniteQueryObserver,
  type InfiniteQueryObserverResult,
  keepPreviousData,
  type QueryClient,
} from '@tanstack/query-core';
import { atom } from 'jotai';
import { queryClientAtom } from 'jotai-tanstack-query';
import { unwrap } from '../query-client.ts';
import { servicesAtom } from '../services.ts';
import { filtersAtom, isListOpenAtom, maxPriceAtom } from './filters.ts';

/** A page of the list, and the filters that it was asked with. */
export interface QueriedPage extends OutputOf<'queryProducts'> {
  readonly filters: Filters;
}

type Cursor = string | undefined;

interface Loading {
  readonly pageParam: Cursor;
  readonly signal: AbortSignal;
}

/** The list of these filters, page by page. It is forgotten some time after it was left: see gcTime of TanStack Query. */
export const listQuery = (api: Api, filters: Filters, priceLimit: number) => ({
  queryKey: [
    'product-list',
    filtersToSearchParams({ ...filters, search: filters.search.trim() }).toString(),
  ],
  queryFn: async ({ pageParam: cursor, signal }: Loading): Promise<QueriedPage> => {
    const query = { filters, priceLimit, cursor };
    return { ...unwrap(await api.queryProducts({ query }, { signal })), filters };
  },
  initialPageParam: undefined as Cursor,
  getNextPageParam: ({ next }: QueriedPage): Cursor => next ?? undefined,
  // Stale, all of its pages would be loaded again, one after the other.
  staleTime: Infinity,
});

const optionsAtom = atom((get) => ({
  ...listQuery(get(servicesAtom).api, get(filtersAtom), get(maxPriceAtom)),
  enabled: get(isListOpenAtom),
  placeholderData: keepPreviousData,
}));

type Pages = InfiniteData<QueriedPage, Cursor>;

type Observer = InfiniteQueryObserver<QueriedPage, ApiError, Pages, string[], Cursor>;

/** One for each store, whatever its filters: it keeps the earlier list until the new one is loaded. */
const observers = new WeakMap<QueryClient, Observer>();

const observedAtom = atom((get) => {
  const client = get(queryClientAtom);
  const options = get(optionsAtom);
  const known = observers.get(client);
  known?.setOptions(options);
  const observer: Observer = known ?? new InfiniteQueryObserver(client, options);
  observers.set(client, observer);
  return { observer };
});

const observerAtom = atom((get) => get(observedAtom).observer);

/** Counts what the observer notifies of. Depends on the observer alone, so that it subscribes once. */
const notificationsAtom = atom((get) => {
  const observer = get(observerAtom);
  const countAtom = atom(0);
  countAtom.onMount = (set) => observer.subscribe(() => set((count) => count + 1));
  return countAtom;
});

/**
 * The list of the current filters, as far as it is loaded. Not by atomWithInfiniteQuery: that subscribes
 * again with each change of the filters, and sends each first request twice.
 */
export const listQueryAtom = atom((get): InfiniteQueryObserverResult<Pages, ApiError> => {
  const { observer } = get(observedAtom);
  get(get(notificationsAtom));
  return observer.getCurrentResult();
});
