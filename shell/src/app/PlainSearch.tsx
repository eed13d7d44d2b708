import { useLocation, useNavigation } from '@patchwork/router';
import { pathToAtom } from '@patchwork/state';
import { useAtomValue } from 'jotai';

/**
 * A search that needs no script, shown until the catalogue's own is loaded, which goes on with what was typed.
 * Not after the shopper has left for another page: the search would lead back from there.
 */
export function PlainSearch() {
  const pathTo = useAtomValue(pathToAtom);
  const here = useLocation();
  const { pathname } = useNavigation().location ?? here;
  return (
    <search key={pathname}>
      <form className="shop-plain-search" action={pathTo('product-list')}>
        <input type="search" name="search" placeholder="Search" aria-label="Search" />
      </form>
    </search>
  );
}
