import {
  action,
  configurationAtom,
  locationAtom,
  pathToAtom,
  servicesAtom,
  sharedValue,
} from '@patchwork/shop';
import {
  categories,
  defaultFilters,
  type Filters,
  ratingThresholds,
  sizes,
  sortOrders,
} from '@patchwork/shop/domain';
import { type Atom, atom, useStore } from 'jotai';
import { useEffect } from 'react';

/** Returns the query string of a filter state. Defaults are left out, so an empty query is the whole list. */
export function filtersToSearchParams(
  filters: Filters,
  defaults: Filters = defaultFilters,
): URLSearchParams {
  const params = new URLSearchParams();
  if (filters.maxPrice !== defaults.maxPrice) {
    params.set('maxPrice', String(filters.maxPrice));
  }
  for (const category of filters.categories) params.append('category', category);
  for (const size of filters.sizes) params.append('size', size);
  if (filters.minRating !== 0) params.set('minRating', String(filters.minRating));
  if (filters.sortBy !== '') params.set('sort', filters.sortBy);
  if (filters.search !== '') params.set('search', filters.search);
  return params;
}

function readMaxPrice(text: string | null, limit: number): number {
  return text !== null && /^\d+$/.test(text) ? Math.min(Number(text), limit) : limit;
}

/** Returns each known value once, in the order of the URL; anything else is dropped. */
function readChoices<T extends string>(texts: string[], allowed: readonly T[]): T[] {
  const known = texts.flatMap((text) => allowed.find((value) => value === text) ?? []);
  return [...new Set(known)];
}

/** Returns the filter state of a query string. An invalid field gets its default; never throws. */
export const searchParamsToFilters = (
  params: URLSearchParams,
  defaults: Filters = defaultFilters,
): Filters => ({
  maxPrice: readMaxPrice(params.get('maxPrice'), defaults.maxPrice),
  categories: readChoices(params.getAll('category'), categories),
  sizes: readChoices(params.getAll('size'), sizes),
  minRating: ratingThresholds.find((stars) => String(stars) === params.get('minRating')) ?? 0,
  sortBy: sortOrders.find((order) => order === params.get('sort')) ?? '',
  search: params.get('search') ?? '',
});

/** The filters of the whole list, with this shop's price limit. */
export const defaultFiltersAtom: Atom<Filters> = sharedValue(
  'defaultFiltersAtom',
  [configurationAtom],
  atom((get) => ({ ...defaultFilters, maxPrice: get(configurationAtom).maxPrice })),
);

/** Brings a path into the form in which the router compares it: without an end slash, in lower case. */
const normalized = (pathname: string) => pathname.replace(/\/+$/, '').toLowerCase() || '/';

const isOpenAtom = (page: 'home' | 'product-list') =>
  atom((get) => normalized(get(locationAtom).pathname) === normalized(get(pathToAtom)(page)));

export const isListOpenAtom = isOpenAtom('product-list');
const isHomeOpenAtom = isOpenAtom('home');

/** The query that the list had when the shopper left it, for other pages. */
const keptAtom = atom('');

/** The query that the address stands for: the list has its own, home has none, and other pages have the kept one. */
const arrivedAtom = atom((get) => {
  if (get(isListOpenAtom)) return new URLSearchParams(get(locationAtom).search).toString();
  return get(isHomeOpenAtom) ? '' : get(keptAtom);
});

/** Keeps the query for the pages that the shopper opens next. Called by home and the list, which decide it. */
export const keepFiltersAtom = atom(null, (get, set) => set(keptAtom, get(arrivedAtom)));

/** The query that is on its way to the address: a navigation takes time, and a shopper keeps typing. */
const sentAtom = atom<{ readonly query: string } | null>(null);

/** The current query. It is a text, so that the filters stay the same object when their query has arrived. */
const queryAtom = atom((get) => get(sentAtom)?.query ?? get(arrivedAtom));

/** The filters, the sort order and the search. */
export const filtersAtom: Atom<Filters> = sharedValue(
  'filtersAtom',
  [locationAtom],
  atom((get) =>
    searchParamsToFilters(new URLSearchParams(get(queryAtom)), get(defaultFiltersAtom)),
  ),
);

/** The filters of the last change, another object for each. Going back or forward in the history is no change. */
export const changedFiltersAtom = atom<{ readonly filters: Filters } | null>(null);

/** Pause after which more typing or dragging makes another history entry. */
const REST_MS = 1000;

interface Adjustment {
  readonly fields: string;
  /** The query before it began. While the address has another one, that is an entry of the adjustment. */
  readonly from: string;
  readonly at: number;
}

const adjustmentAtom = atom<Adjustment | null>(null);

/** Goes to the list of the filters. The list that is shown already gets no second history entry. */
const goToListAtom = atom(
  null,
  async (get, set, filters: Filters, isContinued: boolean): Promise<void> => {
    const query = filtersToSearchParams(filters, get(defaultFiltersAtom)).toString();
    const sent = { query };
    const isOpen = get(isListOpenAtom);
    const replace = isOpen && (isContinued || query === get(arrivedAtom));
    set(sentAtom, sent);
    set(changedFiltersAtom, { filters });
    const listPath = get(pathToAtom)('product-list');
    await get(servicesAtom).navigate(query === '' ? listPath : `${listPath}?${query}`, {
      replace,
      // The list's page scrolls to where its new products begin.
      preventScrollReset: isOpen,
    });
    if (get(sentAtom) === sent) set(sentAtom, null);
  },
);

/** Sets some fields and goes to the list they describe. Each change makes a history entry. */
export const changeFiltersAtom = action(
  'changeFiltersAtom',
  [filtersAtom],
  (get, set, change: Partial<Filters>): Promise<void> => {
    set(adjustmentAtom, null);
    return set(goToListAtom, { ...get(filtersAtom), ...change }, false);
  },
);

/** Sets a field that is typed or dragged. The changes make one history entry until they rest. */
export const adjustFiltersAtom = action(
  'adjustFiltersAtom',
  [filtersAtom],
  (get, set, change: Partial<Filters>): Promise<void> => {
    const fields = Object.keys(change).join();
    const at = Date.now();
    const arrived = get(arrivedAtom);
    const before = get(adjustmentAtom);
    const goesOn = before?.fields === fields && at - before.at < REST_MS;
    const from = goesOn ? before.from : arrived;
    set(adjustmentAtom, { fields, from, at });
    return set(goToListAtom, { ...get(filtersAtom), ...change }, goesOn && arrived !== from);
  },
);

/** Sets everything to its default, the search too. */
export const clearFiltersAtom = action('clearFiltersAtom', [filtersAtom], (get, set) =>
  set(changeFiltersAtom, get(defaultFiltersAtom)),
);

/** Keeps the filters while home or the list is shown, and leaves them to the pages that the shopper opens next. */
export function useKeptFilters(): void {
  const store = useStore();
  useEffect(() => {
    const keep = () => store.set(keepFiltersAtom);
    keep();
    return store.sub(locationAtom, keep);
  }, [store]);
}

/** Returns the choices after a click on one checkbox, in the order of the panel. */
export const toggle = <T>(all: readonly T[], chosen: readonly T[], value: T): T[] =>
  all.filter((each) => (each === value ? !chosen.includes(each) : chosen.includes(each)));
