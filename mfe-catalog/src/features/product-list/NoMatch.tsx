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
import { formatListed } from './ProductCount.tsx';

interface Texts {
  readonly reason: string;
  readonly action: string;
}

const texts: Record<FilterConstraint, (filters: Filters) => Texts> = {
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

function titleOf(search: string, isUnknown: boolean): string {
  if (isUnknown) return `Nothing is called “${search}”, or anything close to it.`;
  return search === ''
    ? 'Nothing matches these filters.'
    : `Nothing called “${search}” matches these filters.`;
}

/**
 * Explanation of an empty list: names the filter that hides the most products, if any, and offers to relax each filter
 * that alone keeps the list empty.
 */
export function NoMatch({ explanation, filters, corrected }: NoMatchProps) {
  const current = useAtomValue(filtersAtom);
  const defaults = useAtomValue(defaultFiltersAtom);
  const changeFilters = useSetAtom(changeFiltersAtom);
  const { cheapestAbove: cheapest, mostRestrictive, relaxations } = explanation;

  if (cheapest) {
    const canClear = activeConstraints(filters, defaults).length > 0;
    return <AboveLimit cheapest={cheapest} limit={defaults.maxPrice} canClear={canClear} />;
  }

  const isUnknown = corrected === '';
  const constraint = isUnknown ? 'search' : mostRestrictive;
  if (constraint === undefined) return <EmptyShelf title="The shelves are empty just now." />;
  const searched = { ...filters, search: corrected || filters.search };
  return (
    <EmptyShelf
      title={titleOf(filters.search.trim(), isUnknown)}
      actions={
        <>
          {relaxations
            .toSorted((one, other) => other.listed - one.listed)
            .map(({ constraint, listed }) => (
              <Button
                key={constraint}
                size="small"
                onClick={() => changeFilters(relaxFilter(current, constraint, defaults))}
              >
                {texts[constraint](searched).action} ({formatListed(listed)})
              </Button>
            ))}
          <ClearFilters />
        </>
      }
    >
      {!isUnknown && <p>{texts[constraint](searched).reason}</p>}
      {relaxations.length === 0 && (
        <p>Several filters hide everything together: Clear shows the whole collection.</p>
      )}
    </EmptyShelf>
  );
}
