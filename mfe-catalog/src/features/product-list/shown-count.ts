import { filtersToSearchParams } from '@patchwork/domain';
import { filtersAtom } from '@patchwork/state';
import { atom, type WritableAtom } from 'jotai';

/** Fills whole rows at every width. A grid of thousands of products would slow down typing a search. */
const PORTION = 60;

const queryAtom = atom((get) => filtersToSearchParams(get(filtersAtom)).toString());
const requestedAtom = atom({ query: '', count: PORTION });

/**
 * The number of products to show at most: one portion, until the shopper asks for more of this list. A
 * shopper who comes back from a product finds as many as before, at the same scroll position.
 */
export const shownCountAtom: WritableAtom<number, [], void> = atom(
  (get) => {
    const { query, count } = get(requestedAtom);
    return query === get(queryAtom) ? count : PORTION;
  },
  (get, set) => set(requestedAtom, { query: get(queryAtom), count: get(shownCountAtom) + PORTION }),
);
