import { changeFiltersAtom, filtersAtom } from '@patchwork/state';
import { useAtomValue, useSetAtom } from 'jotai';
import { type SubmitEvent, useId } from 'react';
import { useDraft } from '../../useDraft.ts';
import styles from './HeaderSearch.module.css';

/** The header's search box: what is typed narrows the product list, from any page. */
export function HeaderSearch() {
  const id = useId();
  const changeFilters = useSetAtom(changeFiltersAtom);
  const search = useDraft(useAtomValue(filtersAtom).search, (term) =>
    changeFilters({ search: term }),
  );

  function submit(event: SubmitEvent<HTMLFormElement>) {
    event.preventDefault();
    changeFilters({ search: search.value });
  }

  return (
    <search>
      <form action="/productlist" onSubmit={submit}>
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
