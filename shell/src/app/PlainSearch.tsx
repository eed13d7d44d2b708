import { changeFiltersAtom, pathToAtom } from '@patchwork/state';
import { useAtomValue, useSetAtom } from 'jotai';

/** A search that works before the shop's scripts do, shown until the catalogue's own search is loaded. */
export function PlainSearch() {
  const pathTo = useAtomValue(pathToAtom);
  const changeFilters = useSetAtom(changeFiltersAtom);
  return (
    <search>
      <form className="shop-plain-search" action={pathTo('product-list')}>
        <input
          type="search"
          name="search"
          placeholder="Search"
          aria-label="Search"
          onChange={({ target }) => changeFilters({ search: target.value })}
        />
      </form>
    </search>
  );
}
