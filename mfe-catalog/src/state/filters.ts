import {
  action,
  configurationAtom,
  locationAtom,
  pathToAtom,
  servicesAtom,
  sharedValue,
} from '@patchwork/shop';
import { defaultFilters, type Filters } from '@patchwork/shop/domain';
import { type Atom, atom } from 'jotai';
import { filtersToSearchParams, searchParamsToFilters } from './filter-url.ts';

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

/** The query that the list was left with, for other pages. */
const keptAtom = atom('');

/** The list's query as the address has it. Home resets it, other pages leave it. */
const arrivedAtom = atom((get) => {
  if (get(isListOpenAtom)) return new URLSearchParams(get(locationAtom).search).toString();
  return get(isHomeOpenAtom) ? '' : get(keptAtom);
});

/** Keeps the query for the pages that the shopper opens next. Called by home and the list, which decide it. */
export const keepFiltersAtom = atom(null, (get, set) => set(keptAtom, get(arrivedAtom)));

/** The query that is on its way to the address: a navigation takes time, and a shopper goes on typing. */
const sentAtom = atom<{ readonly query: string } | null>(null);

/** A text, so that the filters are the same object when their query has arrived. */
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
