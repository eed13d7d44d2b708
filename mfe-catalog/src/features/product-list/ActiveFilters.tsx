import {
  activeConstraints,
  type FilterConstraint,
  type Filters,
  formatRupees,
} from '@patchwork/shop/domain';
import { passFocusOn } from '@patchwork/shop/ui';
import { useAtomValue, useSetAtom } from 'jotai';
import { changeFiltersAtom, defaultFiltersAtom, filtersAtom } from '../../state/filters.ts';
import * as t from '../../texts/list.ts';
import styles from './ActiveFilters.module.css';
import { categoryNames, ratingText } from './FilterPanel.tsx';

interface Chip {
  readonly text: string;
  readonly change: Partial<Filters>;
}

const chipsOf: Record<FilterConstraint, (filters: Filters, defaults: Filters) => Chip[]> = {
  maxPrice: ({ maxPrice }, defaults) => [
    { text: t.upTo({ price: formatRupees(maxPrice) }), change: { maxPrice: defaults.maxPrice } },
  ],
  categories: ({ categories }) =>
    categories.map((category) => ({
      text: categoryNames[category],
      change: { categories: categories.filter((each) => each !== category) },
    })),
  sizes: ({ sizes }) =>
    sizes.map((size) => ({
      text: t.sizeOf({ size }),
      change: { sizes: sizes.filter((each) => each !== size) },
    })),
  minRating: ({ minRating }) => [{ text: ratingText(minRating), change: { minRating: 0 } }],
  search: ({ search }) => [{ text: `“${search.trim()}”`, change: { search: '' } }],
};

const passFocus = passFocusOn((chip) => {
  const item = chip.closest('li');
  const neighbour = item?.nextElementSibling ?? item?.previousElementSibling;
  return neighbour?.querySelector('button') ?? chip.closest('main')?.querySelector('h1');
});

/** A button for each filter that is set, which removes it. Nothing without filters. */
export function ActiveFilters() {
  const filters = useAtomValue(filtersAtom);
  const defaults = useAtomValue(defaultFiltersAtom);
  const changeFilters = useSetAtom(changeFiltersAtom);
  const chips = activeConstraints(filters, defaults).flatMap((constraint) =>
    chipsOf[constraint](filters, defaults),
  );
  if (chips.length === 0) return null;
  return (
    <ul className={styles.chips} aria-label={t.filtersSet}>
      {chips.map(({ text, change }) => (
        <li key={text}>
          <button
            ref={passFocus}
            type="button"
            className={styles.chip}
            onClick={() => changeFilters(change)}
          >
            <span className="visually-hidden">{`${t.removeFilter} `}</span>
            <span className={styles.text}>{text}</span>
            <svg
              aria-hidden="true"
              viewBox="0 0 24 24"
              fill="none"
              stroke="currentColor"
              strokeWidth="2"
              strokeLinecap="round"
            >
              <path d="M7 7l10 10M17 7L7 17" />
            </svg>
          </button>
        </li>
      ))}
    </ul>
  );
}
