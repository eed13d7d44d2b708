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

/** Sets some fields and goes to the list they describe; within the list no history entry is added. */
export const changeFiltersAtom = action(
  'changeFiltersAtom',
  [filtersAtom],
  async (get, set, change: Partial<Filters>): Promise<void> => {
    const filters = { ...get(filtersAtom), ...change };
    const query = filtersToSearchParams(filters, get(defaultFiltersAtom)).toString();
    const sent = { query };
    set(sentAtom, sent);
    const listPath = get(pathToAtom)('product-list');
    const isOpen = get(isListOpenAtom);
    await get(servicesAtom).navigate(query === '' ? listPath : `${listPath}?${query}`, {
      replace: isOpen,
      // The list's page scrolls to where its new products begin.
      preventScrollReset: isOpen,
    });
    if (get(sentAtom) === sent) set(sentAtom, null);
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
