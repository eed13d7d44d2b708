import {
  type Category,
  categories,
  type MinRating,
  ratingThresholds,
  type SortOrder,
  sizes,
} from '@patchwork/shop/domain';
import { useAtomValue, useSetAtom } from 'jotai';
import { changeFiltersAtom, defaultFiltersAtom, filtersAtom } from '../../state/filters.ts';
import { Choices } from './Choices.tsx';
import styles from './FilterPanel.module.css';
import { PriceSlider } from './PriceSlider.tsx';
import { toggle } from './toggle.ts';

const sortChoices: readonly (readonly [SortOrder, string])[] = [
  ['LOWTOHIGH', 'Low to High'],
  ['HIGHTOLOW', 'High to Low'],
];

const categoryNames: Record<Category, string> = { MEN: 'Men', WOMEN: 'Women', KIDS: 'Kids' };
const categoryChoices = categories.map((category) => [category, categoryNames[category]] as const);

const sizeChoices = sizes.map((size) => [size, size] as const);

const ratingChoices = ratingThresholds.map(
  (stars) => [stars, `${stars} ${stars === 1 ? 'star' : 'stars'} and above`] as const,
);

/** Sort order and filters: beside the list, and in the drawer on small screens. */
export function FilterPanel() {
  const filters = useAtomValue(filtersAtom);
  const { maxPrice: limit } = useAtomValue(defaultFiltersAtom);
  const changeFilters = useSetAtom(changeFiltersAtom);
  return (
    <div className={styles.panel}>
      <Choices<SortOrder | ''>
        legend="Sort by price"
        type="radio"
        options={sortChoices}
        chosen={[filters.sortBy]}
        onChoose={(sortBy) => changeFilters({ sortBy })}
      />
      <PriceSlider
        value={filters.maxPrice}
        limit={limit}
        onChange={(maxPrice) => changeFilters({ maxPrice })}
      />
      <Choices
        legend="Category"
        type="checkbox"
        options={categoryChoices}
        chosen={filters.categories}
        onChoose={(category) =>
          changeFilters({ categories: toggle(categories, filters.categories, category) })
        }
      />
      <Choices
        legend="Size"
        type="checkbox"
        look="labels"
        options={sizeChoices}
        chosen={filters.sizes}
        onChoose={(size) => changeFilters({ sizes: toggle(sizes, filters.sizes, size) })}
      />
      <Choices<MinRating>
        legend="Rating"
        type="radio"
        options={ratingChoices}
        chosen={[filters.minRating]}
        onChoose={(minRating) => changeFilters({ minRating })}
      />
    </div>
  );
}
