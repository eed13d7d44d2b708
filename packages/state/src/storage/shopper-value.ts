import { createStoredValue, type ShopperName } from '@patchwork/storage';
import { atom, type WritableAtom } from 'jotai';
import * as v from 'valibot';
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

interface ShopperValueOptions<T> {
  readonly name: ShopperName;
  /** Raised when the shape changes: what an older version wrote is read as `empty`. */
  readonly version: number;
  readonly schema: v.GenericSchema<unknown, T>;
  /** While logged out, and where nothing readable is stored. Writing it removes what is stored. */
  readonly empty: T;
  /** Where the storage refuses a write: removes what was stored before, too. */
  readonly isRemovedWhenFull?: boolean;
}

/** A value, or a function of the value before. */
type Update<T> = T | ((before: T) => T);

/**
 * A value that each shopper has in this browser: it outlives a reload and is the same in every tab.
 * While no one is logged in it is `empty`, and writing does nothing. Where the storage is full or
 * forbidden it lives in this page's memory.
 */
export function shopperValueAtom<T>(
  options: ShopperValueOptions<T>,
): WritableAtom<T, [Update<T>], void> {
  const { name, version, schema, empty, isRemovedWhenFull = false } = options;
  const storedAtom = atom((get) => {
    const session = get(sessionAtom);
    if (!session) return null;
    const scope = { shopper: shopperKey(session) };
    return createStoredValue({ name, version, parse: v.parser(schema), scope });
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
