import { clearFiltersAtom } from '@patchwork/state';
import { Button } from '@patchwork/ui';
import { useSetAtom } from 'jotai';

/** Back to the whole list: no filter, no order, no search. */
export function ClearFilters() {
  const clearFilters = useSetAtom(clearFiltersAtom);
  return (
    <Button variant="quiet" size="small" onClick={() => clearFilters()}>
      Clear
    </Button>
  );
}
