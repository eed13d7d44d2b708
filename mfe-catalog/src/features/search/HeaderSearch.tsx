import { pathToAtom, useLocation, useNavigation } from '@patchwork/shop';
import { useAtomValue, useSetAtom, useStore } from 'jotai';
import { type ComponentType, type SubmitEvent, useEffect, useId, useRef, useState } from 'react';
import { adjustFiltersAtom, filtersAtom } from '../../state/filters.ts';
import { categoriesAtom } from '../../state/products.ts';
import { useDraft } from '../../useDraft.ts';
import styles from './HeaderSearch.module.css';
import type { Popup, SuggestionsHandle, SuggestionsProps } from './Suggestions.tsx';

/**
 * The header's search box. Typing on any page goes to the product list and narrows it. The suggestions are loaded when
 * the box is first focused; without them it works as well.
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

  function submit(event: SubmitEvent<HTMLFormElement>) {
    event.preventDefault();
    setTyping(false);
    adjustFilters({ search: search.value });
  }

  function close(isChosen: boolean) {
    setTyping(false);
    if (!isChosen) return;
    // The shell's panel on a phone. Without the focus here, it goes to the heading of the next page.
    field.current?.closest<HTMLElement>('[popover]')?.hidePopover();
    field.current?.blur();
  }

  return (
    <search className={styles.search}>
      <form action={pathTo('product-list')} onSubmit={submit}>
        <label htmlFor={id} className="visually-hidden">
          Search
        </label>
        <input
          ref={field}
          id={id}
          className={styles.field}
          type="search"
          name="search"
          placeholder="Search"
          autoComplete="off"
          enterKeyHint="search"
          role="combobox"
          aria-autocomplete="list"
          aria-expanded={popup.list !== undefined}
          aria-controls={popup.list}
          aria-activedescendant={popup.option}
          value={search.value}
          onFocus={() => import('./Suggestions.tsx').then(setLoaded, () => undefined)}
          onChange={(event) => {
            setTyping(true);
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
 * Calls back when the shopper leaves for another page: a search that still waits must not lead back to the list.
 * On the way to the list itself the search keeps waiting, so that no letter is lost. Mounting the box is no
 * leaving: letters that were typed before it was there are kept.
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

/** Loads the categories on every page, so that home has them when it is opened. */
function useCategories() {
  const store = useStore();
  useEffect(() => store.sub(categoriesAtom, () => undefined), [store]);
}
