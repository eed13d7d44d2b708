import {
  type FilterConstraint,
  type Filters,
  formatRupees,
  mostRestrictiveFilter,
  type Product,
  relaxFilter,
} from '@patchwork/domain';
import { changeFiltersAtom, filtersAtom } from '@patchwork/state';
import { Button, EmptyState, passFocusOn } from '@patchwork/ui';
import { useAtomValue, useSetAtom } from 'jotai';
import { ClearFilters } from './ClearFilters.tsx';

interface Relaxation {
  readonly reason: string;
  readonly action: string;
}

/** What each filter is to blame for, and the word for letting go of it. */
const relaxations: Record<FilterConstraint, (filters: Filters) => Relaxation> = {
  maxPrice: ({ maxPrice }) => ({
    reason: `The price limit of ${formatRupees(maxPrice)} hides the most.`,
    action: 'Show any price',
  }),
  categories: () => ({
    reason: 'The chosen category hides the most.',
    action: 'Show every category',
  }),
  sizes: ({ sizes }) => ({
    reason: `${sizes.length === 1 ? 'Size' : 'Sizes'} ${sizes.join(', ')} ${sizes.length === 1 ? 'hides' : 'hide'} the most.`,
    action: 'Show every size',
  }),
  minRating: ({ minRating }) => ({
    reason: `The rating of ${minRating} and above hides the most.`,
    action: 'Show any rating',
  }),
  search: ({ search }) => ({
    reason: `The search for “${search.trim()}” hides the most.`,
    action: 'Search for anything',
  }),
};

/** What was pressed is gone with the empty list; the page's heading tells where one is. */
const passFocus = passFocusOn((state) => state.closest('main')?.querySelector('h1'));

interface NoMatchProps {
  /** All that there are, before any filter. */
  products: readonly Product[];
}

/** The filters leave nothing: which one weighs most, and a way to let go of it. */
export function NoMatch({ products }: NoMatchProps) {
  const filters = useAtomValue(filtersAtom);
  const changeFilters = useSetAtom(changeFiltersAtom);
  const constraint = mostRestrictiveFilter(products, filters);
  if (constraint === undefined) return <EmptyState title="The shelves are empty just now." />;

  const { reason, action } = relaxations[constraint](filters);
  return (
    <div ref={passFocus}>
      <EmptyState
        title="Nothing matches these filters."
        actions={
          <>
            <Button size="small" onClick={() => changeFilters(relaxFilter(filters, constraint))}>
              {action}
            </Button>
            <ClearFilters />
          </>
        }
      >
        <p>{reason}</p>
      </EmptyState>
    </div>
  );
}
