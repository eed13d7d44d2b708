import { PAGE_SIZE } from '@patchwork/shop/domain';
import { atom, type WritableAtom } from 'jotai';
import { filtersAtom } from '../../state/filters.ts';
import { queryOf } from './query-of.ts';

const queryAtom = atom((get) => queryOf({ filters: get(filtersAtom) }));
const requestedAtom = atom({ query: '', count: PAGE_SIZE });

/**
 * The number of products to show at most: one page, until the shopper asks for more of this list. A grid
 * of thousands would slow down typing a search. A shopper who comes back from a product finds as many as
 * before, at the same scroll position.
 */
export const shownCountAtom: WritableAtom<number, [], void> = atom(
  (get) => {
    const { query, count } = get(requestedAtom);
    return query === get(queryAtom) ? count : PAGE_SIZE;
  },
  (get, set) =>
    set(requestedAtom, { query: get(queryAtom), count: get(shownCountAtom) + PAGE_SIZE }),
);
