import { Button } from '@patchwork/shop/ui';
import { useSetAtom } from 'jotai';
import { clearFiltersAtom } from '../../state/filters.ts';

/** Resets the filters, the sort order and the search. */
export function ClearFilters() {
  const clearFilters = useSetAtom(clearFiltersAtom);
  return (
    <Button variant="quiet" size="small" onClick={() => clearFilters()}>
      Clear
    </Button>
  );
}
