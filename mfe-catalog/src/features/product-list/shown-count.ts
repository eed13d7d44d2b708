import { filtersToSearchParams } from '@patchwork/domain';
import { filtersAtom } from '@patchwork/state';
import { atom, type WritableAtom } from 'jotai';

/** Whole rows at every width. A grid of thousands would hold up each letter of a search. */
const PORTION = 60;

const queryAtom = atom((get) => filtersToSearchParams(get(filtersAtom)).toString());
const requestedAtom = atom({ query: '', count: PORTION });

/**
 * How many products of the list are shown at the most: a portion, until more of this very list is
 * asked for. Who comes back from a product finds as many as before, and so the place that was left.
 */
export const shownCountAtom: WritableAtom<number, [], void> = atom(
  (get) => {
    const { query, count } = get(requestedAtom);
    return query === get(queryAtom) ? count : PORTION;
  },
  (get, set) => set(requestedAtom, { query: get(queryAtom), count: get(shownCountAtom) + PORTION }),
);
