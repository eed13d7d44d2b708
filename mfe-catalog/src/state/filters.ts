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
  MAX_LENGTH,
  ratingThresholds,
  sizes,
  sortOrders,
} from '@patchwork/shop/domain';
import { type Atom, atom, useStore } from 'jotai';
import { useEffect } from 'react';

/** Steps of the price limit, in whole rupees. */
export const PRICE_STEP = 50;

/** Returns the query parameters of filters. Default values are left out, so an empty query means the whole list. */
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

/**
 * Reads a price limit, rounded down to a step of the slider, which would otherwise show another price and then set it.
 * Returns `limit` for an invalid text or a higher price.
 */
function readMaxPrice(text: string | null, limit: number): number {
  if (text === null || !/^\d+$/.test(text)) return limit;
  return Math.min(Math.floor(Number(text) / PRICE_STEP) * PRICE_STEP, limit);
}

/** Returns each known value once, in the order of the URL; unknown ones are dropped. */
function readChoices<T extends string>(texts: string[], allowed: readonly T[]): T[] {
  const known = texts.flatMap((text) => allowed.find((value) => value === text) ?? []);
  return [...new Set(known)];
}

/** Parses query parameters into filters. Invalid fields get their default; never throws. */
export const searchParamsToFilters = (
  params: URLSearchParams,
  defaults: Filters = defaultFilters,
): Filters => ({
  maxPrice: readMaxPrice(params.get('maxPrice'), defaults.maxPrice),
  categories: readChoices(params.getAll('category'), categories),
  sizes: readChoices(params.getAll('size'), sizes),
  minRating: ratingThresholds.find((stars) => String(stars) === params.get('minRating')) ?? 0,
  sortBy: sortOrders.find((order) => order === params.get('sort')) ?? '',
  // The API refuses a longer search, half of a surrogate pair, and a NUL.
  search: (params.get('search') ?? '')
    .replaceAll('\0', '')
    .slice(0, MAX_LENGTH.search)
    .replace(/[\ud800-\udbff]$/, ''),
});

/** Default filters, with this shop's price limit. */
export const defaultFiltersAtom: Atom<Filters> = sharedValue(
  'defaultFiltersAtom',
  [configurationAtom],
  atom((get) => ({ ...defaultFilters, maxPrice: get(configurationAtom).maxPrice })),
);

/** Normalizes a path for a comparison like the router's: in lower case, without a trailing slash. */
const normalized = (pathname: string) => pathname.replace(/\/+$/, '').toLowerCase() || '/';

const isOpenAtom = (page: 'home' | 'product-list') =>
  atom((get) => normalized(get(locationAtom).pathname) === normalized(get(pathToAtom)(page)));

export const isListOpenAtom = isOpenAtom('product-list');
const isHomeOpenAtom = isOpenAtom('home');

/** Query of the product list or of home (''), whichever was shown last. Other pages use it as the current query. */
const keptAtom = atom('');

/** Query for the current address: the list has its own, home has none, and other pages use the kept one. */
const arrivedAtom = atom((get) => {
  if (get(isListOpenAtom)) return new URLSearchParams(get(locationAtom).search).toString();
  return get(isHomeOpenAtom) ? '' : get(keptAtom);
});

/** Keeps the query for other pages. Called by home and the list. */
export const keepFiltersAtom = atom(null, (get, set) => set(keptAtom, get(arrivedAtom)));

/** Query that has not reached the address yet, because navigation takes time. Further typing builds on it. */
const sentAtom = atom<{ readonly query: string } | null>(null);

/** The current query. A string, so that the filters stay the same object when the query reaches the address. */
const queryAtom = atom((get) => get(sentAtom)?.query ?? get(arrivedAtom));

/** The filters, the sort order and the search. */
export const filtersAtom: Atom<Filters> = sharedValue(
  'filtersAtom',
  [locationAtom],
  atom((get) =>
    searchParamsToFilters(new URLSearchParams(get(queryAtom)), get(defaultFiltersAtom)),
  ),
);

/**
 * Filters of the last change, in a new object for each change; null before the first. Back and Forward don't count as
 * changes.
 */
export const changedFiltersAtom = atom<{ readonly filters: Filters } | null>(null);

/** Milliseconds of rest after which further typing or dragging creates a new history entry. */
const REST_MS = 1000;

interface Adjustment {
  readonly fields: string;
  /**
   * Query before the adjustment began. If the address has a different query, the adjustment already has a history
   * entry.
   */
  readonly from: string;
  readonly at: number;
}

const adjustmentAtom = atom<Adjustment | null>(null);

/**
 * Navigates to the list for these filters. Replaces the history entry if the list is open and either shows these
 * filters already or `isContinued` is true; otherwise adds an entry.
 */
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
      // The list's page scrolls by itself, to where its new products begin.
      preventScrollReset: isOpen,
    });
    if (get(sentAtom) === sent) set(sentAtom, null);
  },
);

/** Sets some filters and navigates to the list. Each change adds a history entry. */
export const changeFiltersAtom = action(
  'changeFiltersAtom',
  [filtersAtom],
  (get, set, change: Partial<Filters>): Promise<void> => {
    set(adjustmentAtom, null);
    return set(goToListAtom, { ...get(filtersAtom), ...change }, false);
  },
);

/**
 * Sets some filters while the shopper types or drags, and navigates to the list. All changes up to a pause share one
 * history entry.
 */
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

/** Resets the filters, the sort order and the search, and navigates to the list. */
export const clearFiltersAtom = action('clearFiltersAtom', [filtersAtom], (get, set) =>
  set(changeFiltersAtom, get(defaultFiltersAtom)),
);

/** Stores the filters while home or the list is shown, for the pages that are opened next. */
export function useKeptFilters(): void {
  const store = useStore();
  useEffect(() => {
    const keep = () => store.set(keepFiltersAtom);
    keep();
    return store.sub(locationAtom, keep);
  }, [store]);
}

/** Returns the checked values after a click on the checkbox of `value`, in the order of `all`. */
export const toggle = <T>(all: readonly T[], chosen: readonly T[], value: T): T[] =>
  all.filter((each) => (each === value ? !chosen.includes(each) : chosen.includes(each)));
