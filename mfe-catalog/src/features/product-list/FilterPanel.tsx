import {
  type Category,
  categories,
  formatRupees,
  type MinRating,
  ratingThresholds,
  type SortOrder,
  sizes,
} from '@patchwork/shop/domain';
import { Button } from '@patchwork/shop/ui';
import { useAtomValue, useSetAtom } from 'jotai';
import {
  adjustFiltersAtom,
  changeFiltersAtom,
  clearFiltersAtom,
  defaultFiltersAtom,
  filtersAtom,
  PRICE_STEP,
  toggle,
} from '../../state/filters.ts';
import * as t from '../../texts/list.ts';
import { useDraft } from '../../useDraft.ts';
import styles from './FilterPanel.module.css';

interface ChoicesProps<T> {
  /** Name of the fields, unique on the page. */
  name: string;
  legend: string;
  /** 'radio' for a single choice, 'checkbox' for any number. */
  type: 'radio' | 'checkbox';
  /** Layout of the options: in a column, as boxes in a row, or in one line with the legend. */
  look?: 'list' | 'labels' | 'bar';
  options: readonly (readonly [value: T, label: string])[];
  chosen: readonly T[];
  onChoose: (value: T) => void;
}

function Choices<T extends string | number>({
  name,
  legend,
  type,
  look = 'list',
  options,
  chosen,
  onChoose,
}: ChoicesProps<T>) {
  return (
    <fieldset data-look={look}>
      <legend className={styles.legend}>{legend}</legend>
      <div className={styles.options} data-look={look}>
        {options.map(([value, label]) => (
          <label key={value} className={styles.option}>
            <input
              type={type}
              name={name}
              value={value}
              checked={chosen.includes(value)}
              onChange={() => onChoose(value)}
            />
            {label}
          </label>
        ))}
      </div>
    </fieldset>
  );
}

interface PriceSliderProps {
  /** Id of the input, unique on the page. */
  id: string;
  /** Whole rupees. */
  value: number;
  /** Maximum of the slider, in whole rupees. */
  limit: number;
  onChange: (value: number) => void;
}

/** Price limit. The list is updated when the slider stops moving. */
function PriceSlider({ id, value, limit, onChange }: PriceSliderProps) {
  const price = useDraft(value, onChange);
  return (
    <div className={styles.slider}>
      <label className={styles.label} htmlFor={id}>
        {t.maximumPrice}
      </label>
      <span aria-hidden="true" className={styles.value}>
        {formatRupees(price.value)}
      </span>
      <input
        id={id}
        className={styles.range}
        type="range"
        min={0}
        max={limit}
        step={PRICE_STEP}
        value={price.value}
        aria-valuetext={formatRupees(price.value)}
        onChange={(event) => price.edit(event.target.valueAsNumber)}
        onBlur={price.flush}
      />
      <span className={styles.end}>{formatRupees(0)}</span>
      <span className={styles.end}>{formatRupees(limit)}</span>
    </div>
  );
}

/** Button that resets the filters, the sort order and the search. */
export function ClearFilters() {
  const clearFilters = useSetAtom(clearFiltersAtom);
  return (
    <Button variant="quiet" size="small" onClick={() => clearFilters()}>
      {t.clear}
    </Button>
  );
}

const sortChoices: readonly (readonly [SortOrder | '', string])[] = [
  ['', t.any],
  ['LOWTOHIGH', t.lowToHigh],
  ['HIGHTOLOW', t.highToLow],
];

export const categoryNames: Record<Category, string> = {
  MEN: t.men,
  WOMEN: t.women,
  KIDS: t.kids,
};
const categoryChoices = categories.map((category) => [category, categoryNames[category]] as const);

const sizeChoices = sizes.map((size) => [size, size] as const);

export const ratingText = (stars: MinRating): string =>
  stars === 0 ? t.any : t.starsAndAbove({ stars });

const ratingChoices = ([0, ...ratingThresholds] as const).map(
  (stars) => [stars, ratingText(stars)] as const,
);

interface SortChoicesProps {
  /** Name of the fields, unique on the page. */
  name: string;
  look: 'list' | 'bar';
}

export function SortChoices({ name, look }: SortChoicesProps) {
  const { sortBy } = useAtomValue(filtersAtom);
  const changeFilters = useSetAtom(changeFiltersAtom);
  return (
    <Choices<SortOrder | ''>
      name={name}
      legend={t.sortByPrice}
      type="radio"
      look={look}
      options={sortChoices}
      chosen={[sortBy]}
      onChoose={(order) => changeFilters({ sortBy: order })}
    />
  );
}

interface FilterPanelProps {
  /** Place of the panel. The page may have a panel in each place, so the names of their fields must differ. */
  place: 'side' | 'drawer';
}

/**
 * Filters: beside the list or, on small screens, with the sort order in the drawer. Wide screens have the sort order above
 * the list.
 */
export function FilterPanel({ place }: FilterPanelProps) {
  const filters = useAtomValue(filtersAtom);
  const { maxPrice: limit } = useAtomValue(defaultFiltersAtom);
  const changeFilters = useSetAtom(changeFiltersAtom);
  const adjustFilters = useSetAtom(adjustFiltersAtom);
  return (
    <div className={styles.panel}>
      {place === 'drawer' && <SortChoices name="drawer-sort" look="list" />}
      <PriceSlider
        id={`${place}-price`}
        value={filters.maxPrice}
        limit={limit}
        onChange={(maxPrice) => adjustFilters({ maxPrice })}
      />
      <Choices
        name={`${place}-category`}
        legend={t.category}
        type="checkbox"
        options={categoryChoices}
        chosen={filters.categories}
        onChoose={(category) =>
          changeFilters({ categories: toggle(categories, filters.categories, category) })
        }
      />
      <Choices
        name={`${place}-size`}
        legend={t.size}
        type="checkbox"
        look="labels"
        options={sizeChoices}
        chosen={filters.sizes}
        onChoose={(size) => changeFilters({ sizes: toggle(sizes, filters.sizes, size) })}
      />
      <Choices<MinRating>
        name={`${place}-rating`}
        legend={t.rating}
        type="radio"
        options={ratingChoices}
        chosen={[filters.minRating]}
        onChoose={(minRating) => changeFilters({ minRating })}
      />
    </div>
  );
}
