import { Link, pathToAtom } from '@patchwork/shop';
import {
  activeConstraints,
  type EmptyListExplanation,
  type FilterConstraint,
  type Filters,
  formatRupees,
  type Product,
  relaxFilter,
} from '@patchwork/shop/domain';
import { Button, buttonLook } from '@patchwork/shop/ui';
import { useAtomValue, useSetAtom } from 'jotai';
import { EmptyShelf } from '../../EmptyShelf.tsx';
import { changeFiltersAtom, defaultFiltersAtom, filtersAtom } from '../../state/filters.ts';
import { ClearFilters } from './FilterPanel.tsx';

interface Relaxation {
  readonly reason: string;
  readonly action: string;
}

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

interface AboveLimitProps {
  cheapest: Product;
  /** Whole rupees. */
  limit: number;
  canClear: boolean;
}

/** Message that everything here costs more than the shop's price limit, with a link to the cheapest product. */
function AboveLimit({ cheapest, limit, canClear }: AboveLimitProps) {
  const pathTo = useAtomValue(pathToAtom);
  return (
    <EmptyShelf
      title={`Everything here costs more than ${formatRupees(limit)}.`}
      actions={
        <>
          <Link
            to={pathTo('product', { productId: cheapest.id })}
            {...buttonLook('primary', 'small')}
          >
            See {cheapest.title} for {formatRupees(cheapest.price)}
          </Link>
          {canClear && <ClearFilters />}
        </>
      }
    >
      <p>That is the price limit of this shop’s list. A product above it still has its own page.</p>
    </EmptyShelf>
  );
}

interface NoMatchProps {
  explanation: EmptyListExplanation;
  filters: Filters;
  /** Words that are searched for instead of the search; '' if no title is similar to it. */
  corrected?: string | undefined;
}

/** Explanation of an empty list: names the filter that hides the most products, if any, and offers to relax it. */
export function NoMatch({ explanation, filters, corrected }: NoMatchProps) {
  const current = useAtomValue(filtersAtom);
  const defaults = useAtomValue(defaultFiltersAtom);
  const changeFilters = useSetAtom(changeFiltersAtom);
  const { cheapestAbove: cheapest, mostRestrictive } = explanation;

  if (cheapest) {
    const canClear = activeConstraints(filters, defaults).length > 0;
    return <AboveLimit cheapest={cheapest} limit={defaults.maxPrice} canClear={canClear} />;
  }

  const isUnknown = corrected === '';
  const constraint = isUnknown ? 'search' : mostRestrictive;
  if (constraint === undefined) return <EmptyShelf title="The shelves are empty just now." />;
  const { reason, action } = relaxations[constraint]({
    ...filters,
    search: corrected || filters.search,
  });
  const relax = () => changeFilters(relaxFilter(current, constraint, defaults));
  return (
    <EmptyShelf
      title={
        isUnknown
          ? `Nothing is called “${filters.search.trim()}”, or anything close to it.`
          : 'Nothing matches these filters.'
      }
      actions={
        <>
          <Button size="small" onClick={relax}>
            {action}
          </Button>
          <ClearFilters />
        </>
      }
    >
      {!isUnknown && <p>{reason}</p>}
    </EmptyShelf>
  );
}
