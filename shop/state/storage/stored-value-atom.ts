import {
  ANYONE,
  createStoredValue,
  type ShopName,
  type ShopperName,
  type TabName,
  type UndeclaredName,
} from '@patchwork/host/storage';
import { atom, type WritableAtom } from 'jotai';
import { sessionAtom, shopperKey } from '../atoms/session.ts';
import { followStorageAtom, writtenAtom } from './written-values.ts';

/**
 * Name and scope, as `stores` of remote.json declares them. 'shop': one value for all users of the browser, erased at
 * any logout. 'tab': one per shopper and tab, and one for those who are not logged in, which a login makes the
 * shopper's. 'shopper': one per shopper, in all tabs; none without a login.
 */
type Place =
  | { readonly scope: 'shop'; readonly name: ShopName | UndeclaredName }
  | { readonly scope: 'shopper'; readonly name: ShopperName | UndeclaredName }
  | { readonly scope: 'tab'; readonly name: TabName | UndeclaredName };

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
 * Creates an atom for a value that the browser stores. It survives reloads and an expired session. A logout erases it:
 * in any tab or, with the scope 'tab', in its own. While nobody is logged in, a value with the scope 'shopper' is
 * `empty`, and writes do nothing. If the storage is full or forbidden, the value is kept in this page's memory.
 */
export function storedValueAtom<T>(
  options: StoredValueOptions<T>,
): WritableAtom<T, [Update<T>], void> {
  const { empty, isRemovedWhenFull = false } = options;
  const storedAtom = atom((get) => {
    const session = get(sessionAtom);
    if (!session && options.scope === 'shopper') return null;
    const shopper = session && options.scope !== 'shop' ? shopperKey(session) : ANYONE;
    const scope = options.scope === 'tab' ? { shopperOfTab: shopper } : { shopper };
    // The compiler can't follow the union of names through the choice of the scope.
    return createStoredValue({ ...options, scope } as Parameters<typeof createStoredValue<T>>[0]);
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
