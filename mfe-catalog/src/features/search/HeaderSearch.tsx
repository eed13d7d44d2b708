import { pathToAtom, useLocation, useNavigation } from '@patchwork/shop';
import { MAX_LENGTH } from '@patchwork/shop/domain';
import { useAtomValue, useSetAtom, useStore } from 'jotai';
import { type ComponentType, type SubmitEvent, useEffect, useId, useRef, useState } from 'react';
import { adjustFiltersAtom, filtersAtom } from '../../state/filters.ts';
import { categoriesAtom } from '../../state/products.ts';
import * as t from '../../texts/search.ts';
import { useDraft } from '../../useDraft.ts';
import styles from './HeaderSearch.module.css';
import type { Popup, SuggestionsHandle, SuggestionsProps } from './Suggestions.tsx';

/**
 * The header's search box. Typing on any page opens the product list and filters it. The code of the suggestions is
 * loaded when the box gets the focus and, if that fails, again with each letter; the search works without it.
 */
export function HeaderSearch() {
  const pathTo = useAtomValue(pathToAtom);
  const id = useId();
  const field = useRef<HTMLInputElement>(null);
  const list = useRef<SuggestionsHandle>(null);
  const [popup, setPopup] = useState<Popup>({});
  const [{ Suggestions }, setLoaded] = useState<{ Suggestions?: ComponentType<SuggestionsProps> }>(
    {},
  );
  const [isTyping, setTyping] = useState(false);
  const adjustFilters = useSetAtom(adjustFiltersAtom);
  const term = useAtomValue(filtersAtom).search;
  const search = useDraft(term, (text) => adjustFilters({ search: text }));

  useLeaving(search.drop);
  useCategories();

  const loadSuggestions = () => import('./Suggestions.tsx').then(setLoaded, () => undefined);

  function submit(event: SubmitEvent<HTMLFormElement>) {
    event.preventDefault();
    setTyping(false);
    adjustFilters({ search: search.value });
  }

  function close(isChosen: boolean) {
    setTyping(false);
    if (!isChosen) return;
    // Closes the shell's search panel on a phone. Blurs the field, so that the next page's heading gets the focus.
    field.current?.closest<HTMLElement>('[popover]')?.hidePopover();
    field.current?.blur();
  }

  return (
    <search className={styles.search}>
      <form action={pathTo('product-list')} onSubmit={submit}>
        <label htmlFor={id} className="visually-hidden">
          {t.search}
        </label>
        <input
          ref={field}
          id={id}
          className={styles.field}
          type="search"
          name="search"
          placeholder={t.search}
          maxLength={MAX_LENGTH.search}
          autoComplete="off"
          enterKeyHint="search"
          role="combobox"
          aria-autocomplete="list"
          aria-expanded={popup.list !== undefined}
          aria-controls={popup.list}
          aria-activedescendant={popup.option}
          value={search.value}
          onFocus={loadSuggestions}
          onChange={(event) => {
            setTyping(true);
            loadSuggestions();
            search.edit(event.target.value);
          }}
          onKeyDown={(event) => list.current?.press(event)}
          onBlur={() => setTyping(false)}
        />
      </form>
      {Suggestions && (
        <Suggestions
          ref={list}
          term={isTyping ? term.trim() : ''}
          onChange={setPopup}
          onClose={close}
        />
      )}
    </search>
  );
}

/**
 * Calls `onLeave` when the shopper goes to another page, so that a pending search doesn't navigate back to the product
 * list. Doesn't call it on the way to the list, so that no typed letter is lost, nor on mount, so that letters typed
 * before hydration are kept.
 */
function useLeaving(onLeave: () => void) {
  const here = useLocation();
  const { key, pathname } = useNavigation().location ?? here;
  const pathTo = useAtomValue(pathToAtom);
  const leaving = pathname === pathTo('product-list') ? undefined : key;
  const [seen, setSeen] = useState(leaving);
  if (seen === leaving) return;
  setSeen(leaving);
  if (leaving !== undefined) onLeave();
}

/** Loads the categories early, so that the home page has them when it is opened. */
function useCategories() {
  const store = useStore();
  useEffect(() => store.sub(categoriesAtom, () => undefined), [store]);
}
