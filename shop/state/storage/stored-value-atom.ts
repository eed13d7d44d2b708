import {
  ANYONE,
  createStoredValue,
  type ShopName,
  type ShopperName,
  type TabName,
} from '@patchwork/host/storage';
import { atom, type WritableAtom } from 'jotai';
import { sessionAtom, shopperKey } from '../atoms/session.ts';
import { followStorageAtom, writtenAtom } from './written-values.ts';

/**
 * Name and scope. 'shopper': one value per shopper, in all tabs. 'tab': one per shopper and tab. 'anyone': one for all
 * users of the browser, erased at any logout.
 */
type Place =
  | { readonly scope: 'anyone'; readonly name: ShopName }
  | { readonly scope: 'shopper'; readonly name: ShopperName }
  | { readonly scope: 'tab'; readonly name: TabName };

type StoredValueOptions<T> = Place & {
  /** Version of the shape. Raise it when the shape changes: older values are then read as `empty`. */
  readonly version: number;
  /** Returns the value, or throws if its shape is wrong. With a valibot schema: `v.parser(schema)`. */
  readonly parse: (value: unknown) => T;
  /** Value if nothing readable is stored. Writing it removes the stored value. */
  readonly empty: T;
  /** Whether a refused write also removes the previously stored value. */
  readonly isRemovedWhenFull?: boolean;
};

type Update<T> = T | ((before: T) => T);

/**
 * Creates an atom for a value that the browser stores per shopper. It survives reloads and an expired session. A logout
 * erases it: in any tab or, with the scope 'tab', in its own. While nobody is logged in, it is `empty` and writes do
 * nothing, except with the scope 'anyone'. If the storage is full or forbidden, it is kept in this page's memory.
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
  // Parsed value of the stored text. Writing an equal text keeps the same object.
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
      // The storage event of another tab's last write may still be on its way.
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
