import { configurationAtom, pathToAtom, servicesAtom } from '@patchwork/shop';
import {
  type Category,
  defaultFilters,
  formatRupees,
  type Product,
  type ProductPicture,
  searchTextOf,
} from '@patchwork/shop/domain';
import { useAtomValue, useSetAtom } from 'jotai';
import {
  type KeyboardEvent,
  type Ref,
  useEffect,
  useId,
  useImperativeHandle,
  useLayoutEffect,
  useState,
} from 'react';
import { ProductImage } from '../../product/ProductImage.tsx';
import { changeFiltersAtom, defaultFiltersAtom } from '../../state/filters.ts';
import { categoriesAtom } from '../../state/products.ts';
import * as t from '../../texts/search.ts';
import styles from './Suggestions.module.css';

/** Maximum number of suggested products. They fit above a phone's keyboard. */
const LIMIT = 5;

interface Found {
  readonly products: readonly Product[];
  /** Words that were searched for instead of the term. */
  readonly corrected?: string | undefined;
}

const nothing: Found = { products: [] };

/** Finds the first products for a search. Until they are loaded, returns those of the previous search. */
function useFound(term: string): Found {
  const { api } = useAtomValue(servicesAtom);
  const { maxPrice } = useAtomValue(configurationAtom);
  const [found, setFound] = useState(nothing);
  useEffect(() => {
    if (term === '') return setFound(nothing);
    const outdated = new AbortController();
    const { signal } = outdated;
    const filters = { ...defaultFilters, maxPrice, search: term };
    void api
      .queryProducts({ query: { filters, priceLimit: maxPrice, limit: LIMIT } }, { signal })
      .then((result) => !signal.aborted && setFound(result.ok ? result.value : nothing));
    return () => outdated.abort();
  }, [api, maxPrice, term]);
  return found;
}

interface Suggestion {
  readonly key: string;
  readonly picture: Pick<ProductPicture, 'image' | 'sources'>;
  readonly title: string;
  readonly note: string;
  readonly choose: () => unknown;
}

function useSuggestions(term: string): {
  suggestions: readonly Suggestion[];
  corrected?: string | undefined;
} {
  const pathTo = useAtomValue(pathToAtom);
  const { navigate } = useAtomValue(servicesAtom);
  const defaults = useAtomValue(defaultFiltersAtom);
  const changeFilters = useSetAtom(changeFiltersAtom);
  const { data: categories = [] } = useAtomValue(categoriesAtom);
  const { products, corrected } = useFound(term);
  if (term === '') return { suggestions: [] };
  const narrow = (category: Category) => changeFilters({ ...defaults, categories: [category] });
  const suggestions = [
    ...categories
      .filter(({ name }) => searchTextOf(name).includes(searchTextOf(term)))
      .map(({ id, name, category, ...picture }) => ({
        ...{ key: `category ${id}`, picture, title: name, note: t.category },
        choose: () => narrow(category),
      })),
    ...products.map(({ id, title, price, ...picture }) => ({
      ...{ key: `product ${id}`, picture, title, note: formatRupees(price) },
      choose: () => navigate(pathTo('product', { productId: id })),
    })),
  ];
  return { suggestions, corrected };
}

/** Returns the index that a key moves to; -1 is the text field. Undefined for other keys. */
function indexAfter(key: string, index: number, count: number): number | undefined {
  if (key === 'ArrowDown') return index + 1 === count ? -1 : index + 1;
  if (key === 'ArrowUp') return index === -1 ? count - 1 : index - 1;
  if (index === -1) return undefined;
  if (key === 'Home') return 0;
  return key === 'End' ? count - 1 : undefined;
}

export interface SuggestionsHandle {
  /** Handles a key press in the text field. */
  readonly press: (event: KeyboardEvent<HTMLInputElement>) => void;
}

/** Ids of the open listbox and of its active option; each is absent if there is none. */
export interface Popup {
  readonly list?: string;
  readonly option?: string | undefined;
}

export interface SuggestionsProps {
  ref: Ref<SuggestionsHandle>;
  /** Search text; empty while nothing should be suggested. */
  term: string;
  /** Called with the ids of the listbox and its active option, for the text field's ARIA attributes. */
  onChange: (popup: Popup) => void;
  /** Called when a suggestion is chosen, and on Escape. */
  onClose: (isChosen: boolean) => void;
}

/** Suggested products and categories: the listbox of the search combobox. */
export function Suggestions({ ref, term, onChange, onClose }: SuggestionsProps) {
  const listId = useId();
  const { suggestions, corrected } = useSuggestions(term);
  const [active, setActive] = useState({ term, key: '' });
  // A new search text has no active suggestion.
  if (active.term !== term) setActive({ term, key: '' });
  // A response may move or remove the active suggestion.
  const index = suggestions.findIndex(({ key }) => key === active.key);
  const count = suggestions.length;
  const activeId = index === -1 ? undefined : `${listId}-${index}`;

  useLayoutEffect(() => {
    onChange(count === 0 ? {} : { list: listId, option: activeId });
    if (activeId) document.getElementById(activeId)?.scrollIntoView({ block: 'nearest' });
  }, [onChange, listId, count, activeId]);

  function choose(suggestion: Suggestion) {
    onClose(true);
    suggestion.choose();
  }

  useImperativeHandle(ref, () => ({
    press(event) {
      if (count === 0 || event.nativeEvent.isComposing) return;
      const chosen = event.key === 'Enter' ? suggestions[index] : undefined;
      const next = indexAfter(event.key, index, count);
      if (!chosen && next === undefined && event.key !== 'Escape') return;
      event.preventDefault();
      if (chosen) choose(chosen);
      else if (next === undefined) onClose(false);
      else setActive({ term, key: suggestions[next]?.key ?? '' });
    },
  }));

  return (
    <>
      <p role="status" className="visually-hidden">
        {count > 0 &&
          `${corrected ? `${t.showing({ corrected })} ` : ''}${t.suggestions({ count })}`}
      </p>
      {count > 0 && (
        <div id={listId} role="listbox" aria-label={t.list} className={styles.list}>
          {suggestions.map((suggestion, at) => (
            // biome-ignore lint/a11y/useKeyWithClickEvents: the field handles the keys, and keeps the focus.
            <div
              key={suggestion.key}
              id={`${listId}-${at}`}
              role="option"
              tabIndex={-1}
              aria-selected={at === index}
              className={styles.option}
              onPointerDown={(event) => event.preventDefault()}
              onClick={() => choose(suggestion)}
            >
              <span className={styles.picture}>
                <ProductImage picture={suggestion.picture} sizes="3rem" />
              </span>
              <span>{suggestion.title}</span>
              <span className={styles.note}>{suggestion.note}</span>
            </div>
          ))}
        </div>
      )}
    </>
  );
}
