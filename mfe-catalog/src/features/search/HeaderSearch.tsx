import { pathToAtom, useLocation, useNavigation } from '@patchwork/shop';
import { useAtomValue, useSetAtom, useStore } from 'jotai';
import { type SubmitEvent, useEffect, useId, useState } from 'react';
import { adjustFiltersAtom, filtersAtom } from '../../state/filters.ts';
import { categoriesAtom } from '../../state/products.ts';
import { useDraft } from '../../useDraft.ts';
import styles from './HeaderSearch.module.css';

/** The header's search box. Typing on any page goes to the product list and narrows it. */
export function HeaderSearch() {
  const pathTo = useAtomValue(pathToAtom);
  const id = useId();
  const adjustFilters = useSetAtom(adjustFiltersAtom);
  const search = useDraft(useAtomValue(filtersAtom).search, (term) =>
    adjustFilters({ search: term }),
  );

  useLeaving(search.drop);
  useCategories();

  function submit(event: SubmitEvent<HTMLFormElement>) {
    event.preventDefault();
    adjustFilters({ search: search.value });
  }

  return (
    <search>
      <form action={pathTo('product-list')} onSubmit={submit}>
        <label htmlFor={id} className="visually-hidden">
          Search
        </label>
        <input
          id={id}
          className={styles.field}
          type="search"
          name="search"
          placeholder="Search"
          autoComplete="off"
          enterKeyHint="search"
          value={search.value}
          onChange={(event) => search.edit(event.target.value)}
        />
      </form>
    </search>
  );
}

/**
 * Calls back when the shopper leaves for another page: a search that still waits must not lead back to the list.
 * On the way to the list itself the search keeps waiting, so that no letter is lost. Mounting the box is no
 * leaving: letters that were typed before it was there are kept.
 */
function useLeaving(onLeave: () => void) {
  const here = useLocation();
  const { key, pathname } = useNavigation().location ?? here;
  const pathTo = useAtomValue(pathToAtom);
  const leaving = pathname === pathTo('product-list') ? undefined : key;
  const [seen, setSeen] = useState(leaving);
  if (seen === leaving) return;
  setSeen(leaving);
  if (leaving !== undefined) onLeave();
}

/** Loads the categories on every page, so that home has them when it is opened. */
function useCategories() {
  const store = useStore();
  useEffect(() => store.sub(categoriesAtom, () => undefined), [store]);
}
