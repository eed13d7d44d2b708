import { createStoredValue, type ShopperName, type TabName } from '@patchwork/storage';
import { atom, type WritableAtom } from 'jotai';
import { sessionAtom, shopperKey } from '../atoms/session.ts';

/** A value that this page wrote. */
interface WrittenValue {
  readonly value: unknown;
  readonly readText: () => string | null;
  readonly isOfOtherVersion: () => boolean;
  /** What the storage held right after. It is not the value where the storage refused the write. */
  readonly text: string | null;
}

/** By key. What this page did not write is read from the storage itself. */
const writtenAtom = atom<ReadonlyMap<string, WrittenValue>>(new Map());

/**
 * Another tab may have written: where it has, its value counts. A tab of another release may write a
 * format that this page can't read: then what this page knows stays.
 */
export const followStorageAtom = atom(null, (_get, set): void =>
  set(
    writtenAtom,
    (all) =>
      new Map(
        [...all].filter(
          ([, { readText, isOfOtherVersion, text }]) => readText() === text || isOfOtherVersion(),
        ),
      ),
  ),
);

/** 'shopper': each shopper has a value, in all tabs. 'tab': whoever is logged in, in this tab. */
type Place =
  | { readonly scope: 'shopper'; readonly name: ShopperName }
  | { readonly scope: 'tab'; readonly name: TabName };

type StoredValueOptions<T> = Place & {
  /** Raised when the shape changes: what an older version wrote is read as `empty`. */
  readonly version: number;
  /** Throws on any other shape. Of a valibot schema: `v.parser(schema)`. */
  readonly parse: (value: unknown) => T;
  /** The value where nothing readable is stored. Writing it removes what is stored. */
  readonly empty: T;
  /** Where the storage refuses a write: removes what was stored before, too. */
  readonly isRemovedWhenFull?: boolean;
};

/** A value, or a function of the value before. */
type Update<T> = T | ((before: T) => T);

/**
 * Makes an atom of a value that the browser stores, so that it outlives a reload. A shopper's value is the same
 * in every tab; while no one is logged in it is `empty`, and writing does nothing. Where the storage is full or
 * forbidden, the value lives in this page's memory.
 */
export function storedValueAtom<T>(
  options: StoredValueOptions<T>,
): WritableAtom<T, [Update<T>], void> {
  const { version, parse, empty, isRemovedWhenFull = false } = options;
  const storedAtom = atom((get) => {
    if (options.scope === 'tab') {
      const { name, scope } = options;
      return createStoredValue({ name, version, parse, scope });
    }
    const session = get(sessionAtom);
    if (!session) return null;
    const { name } = options;
    return createStoredValue({ name, version, parse, scope: { shopper: shopperKey(session) } });
  });
  // Between the storage and the value: the same text again leaves the value's identity alone.
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
      // The event of what another tab has just written may still be on its way.
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
