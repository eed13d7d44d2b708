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
import * as t from '../../texts/list.ts';
import { ClearFilters } from './FilterPanel.tsx';
import { formatListed } from './ProductCount.tsx';

interface Texts {
  readonly reason: string;
  readonly action: string;
}

const texts: Record<FilterConstraint, (filters: Filters) => Texts> = {
  maxPrice: ({ maxPrice }) => ({
    reason: t.priceHides({ price: formatRupees(maxPrice) }),
    action: t.anyPrice,
  }),
  categories: () => ({ reason: t.categoryHides, action: t.everyCategory }),
  sizes: ({ sizes }) => ({
    reason: t.sizesHide({ count: sizes.length, sizes: sizes.join(', ') }),
    action: t.everySize,
  }),
  minRating: ({ minRating }) => ({
    reason: t.ratingHides({ stars: minRating }),
    action: t.anyRating,
  }),
  search: ({ search }) => ({
    reason: t.searchHides({ search: search.trim() }),
    action: t.anySearch,
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
      title={t.allAbove({ price: formatRupees(limit) })}
      actions={
        <>
          <Link
            to={pathTo('product', { productId: cheapest.id })}
            {...buttonLook('primary', 'small')}
          >
            {t.seeFor({ title: cheapest.title, price: formatRupees(cheapest.price) })}
          </Link>
          {canClear && <ClearFilters />}
        </>
      }
    >
      <p>{t.limitNote}</p>
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
  if (isUnknown) return t.unknownSearch({ search });
  return search === '' ? t.noMatch : t.noMatchOf({ search });
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
  if (constraint === undefined) return <EmptyShelf title={t.shelvesEmpty} />;
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
      {relaxations.length === 0 && <p>{t.severalHide}</p>}
    </EmptyShelf>
  );
}
