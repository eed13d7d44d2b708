import { pathToAtom } from '@patchwork/state';
import { useAtomValue } from 'jotai';

/** A search that needs no script, shown until the catalogue's own search is loaded. */
export function PlainSearch() {
  const pathTo = useAtomValue(pathToAtom);
  return (
    <search>
      <form className="shop-plain-search" action={pathTo('product-list')}>
        <input type="search" name="search" placeholder="Search" aria-label="Search" />
      </form>
    </search>
  );
}
