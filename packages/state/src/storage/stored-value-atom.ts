import { ANYONE, createStoredValue, type ShopperName, type TabName } from '@patchwork/storage';
import { atom, type WritableAtom } from 'jotai';
import { sessionAtom, shopperKey } from '../atoms/session.ts';
import { followStorageAtom, writtenAtom } from './written-values.ts';

/**
 * Name and scope: 'shopper' for a value of each shopper in all tabs, 'tab' for a value of each shopper in each tab,
 * 'anyone' for a value of whoever uses the browser, until someone logs out.
 */
type Place =
  | { readonly scope: 'shopper' | 'anyone'; readonly name: ShopperName }
  | { readonly scope: 'tab'; readonly name: TabName };

type StoredValueOptions<T> = Place & {
  /** Version of the shape. Raise it when the shape changes: a value of an older version is then read as `empty`. */
  readonly version: number;
  /** Returns the value, or throws on any other shape. With a valibot schema: `v.parser(schema)`. */
  readonly parse: (value: unknown) => T;
  /** Value if nothing readable is stored. Writing it removes the stored value. */
  readonly empty: T;
  /** Whether a write that the storage refuses also removes the value that was stored before. */
  readonly isRemovedWhenFull?: boolean;
};

type Update<T> = T | ((before: T) => T);

/**
 * Makes an atom of a value that the browser stores for each shopper: it outlives a reload and an expired session,
 * and ends with logging out. While no one is logged in it is `empty`, and writing does nothing, unless it is anyone's.
 * If the storage is full or forbidden, the value is kept in this page's memory.
 */
export function storedValueAtom<T>(
  options: StoredValueOptions<T>,
): WritableAtom<T, [Update<T>], void> {
  const { empty, isRemovedWhenFull = false } = options;
  const storedAtom = atom((get) => {
    const session = get(sessionAtom);
    if (options.scope === 'anyone')
      return createStoredValue({ ...options, scope: { shopper: ANYONE } });
    if (!session) return null;
    const shopper = shopperKey(session);
    return options.scope === 'tab'
      ? createStoredValue({ ...options, scope: { shopperOfTab: shopper } })
      : createStoredValue({ ...options, scope: { shopper } });
  });
  // Between the storage and the value: when the same text is written again, the value keeps its identity.
  const sourceAtom = atom((get) => {
    const stored = get(storedAtom);
    return stored && (get(writtenAtom).get(stored.key) ?? stored.readText());
  });
  const valueAtom = atom((get): T => {
    const source = get(sourceAtom);
    if (source !== null && typeof source === 'object') return source.value as T;
    return get(storedAtom)?.parseText(source) ?? empty;
  });
  return atom(
    (get) => get(valueAtom),
    (get, set, update: Update<T>): void => {
      const stored = get(storedAtom);
      if (!stored) return;
      // The event of another tab's last write may still be on its way.
      set(followStorageAtom);
      const before = get(valueAtom);
      const value = update instanceof Function ? update(before) : update;
      if (value === before && value !== empty) return;
      if (value === empty || (!stored.write(value) && isRemovedWhenFull)) stored.remove();
      const { key, readText, isOfOtherVersion } = stored;
      const written = { value, readText, isOfOtherVersion, text: readText() };
      set(writtenAtom, (all) => new Map(all).set(key, written));
    },
  );
}
