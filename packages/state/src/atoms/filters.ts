import {
  defaultFilters,
  type Filters,
  filtersToSearchParams,
  searchParamsToFilters,
} from '@patchwork/domain';
import { type Atom, atom } from 'jotai';
import { pathToAtom, servicesAtom } from '../services.ts';
import { action, sharedValue } from '../shared.ts';

/** The highest price that the filter offers, in rupees. Written once, by createShopStore. */
export const maxPriceAtom = atom(defaultFilters.maxPrice);

/** The filters of the whole list, with this shop's price limit. */
export const defaultFiltersAtom: Atom<Filters> = sharedValue(
  'defaultFiltersAtom',
  ['configuration'],
  atom((get) => ({
    ...defaultFilters,
    maxPrice: get(maxPriceAtom),
  })),
);

/** Null: the default filters. */
const currentAtom = atom<Filters | null>(null);
/** Written by followLocationAtom. */
export const isListOpenAtom = atom(false);

/**
 * The queries that changeFiltersAtom navigated to and that followLocationAtom has not seen yet,
 * oldest first. While a shopper types, the router reports them late: such a report is older than
 * the filters and must not undo a letter.
 */
const expectedAtom = atom<readonly string[]>([]);

/** The filters, the sort order and the search. Written by the three actions below only. */
export const filtersAtom: Atom<Filters> = sharedValue(
  'filtersAtom',
  ['configuration'],
  atom((get) => get(currentAtom) ?? get(defaultFiltersAtom)),
);

/** As the router compares paths: without an end slash, in lower case. */
const normalized = (pathname: string) => pathname.replace(/\/+$/, '').toLowerCase() || '/';

/** Sets some fields and goes to the list they describe; within the list no history entry is added. */
export const changeFiltersAtom = action(
  'changeFiltersAtom',
  [filtersAtom],
  (get, set, change: Partial<Filters>) => {
    const filters = { ...get(filtersAtom), ...change };
    const query = filtersToSearchParams(filters, get(defaultFiltersAtom)).toString();
    set(currentAtom, filters);
    set(expectedAtom, (expected) => [...expected, query]);
    const listPath = get(pathToAtom)('product-list');
    const isOpen = get(isListOpenAtom);
    get(servicesAtom).navigate(query === '' ? listPath : `${listPath}?${query}`, {
      replace: isOpen,
      // The list's page scrolls to where its new products begin.
      preventScrollReset: isOpen,
    });
  },
);

/** Everything back to its default, the search too. */
export const clearFiltersAtom = action('clearFiltersAtom', [filtersAtom], (get, set) =>
  set(changeFiltersAtom, get(defaultFiltersAtom)),
);

/**
 * The page went to a location: the list's query becomes the filters, home resets them, other pages
 * leave them. Called by the page's owner, on its start and on every navigation.
 */
export const followLocationAtom = action(
  'followLocationAtom',
  [filtersAtom],
  (get, set, location: { readonly pathname: string; readonly search: string }) => {
    const pathname = normalized(location.pathname);
    const pathTo = get(pathToAtom);
    const isList = pathname === normalized(pathTo('product-list'));
    set(isListOpenAtom, isList);
    const params = new URLSearchParams(isList ? location.search : '');
    const expected = get(expectedAtom);
    const position = isList ? expected.indexOf(params.toString()) : -1;
    set(expectedAtom, expected.slice(position === -1 ? expected.length : position + 1));
    if (position !== -1) return;
    if (isList) set(currentAtom, searchParamsToFilters(params, get(defaultFiltersAtom)));
    else if (pathname === normalized(pathTo('home'))) set(currentAtom, null);
  },
);
