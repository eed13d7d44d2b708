import { isShopperKey, shopperTexts } from '@patchwork/storage';
import { atom } from 'jotai';

interface WrittenValue {
  readonly value: unknown;
  readonly readText: () => string | null;
  readonly isOfOtherVersion: () => boolean;
  /** Text that the storage held right after. It is not the value where the storage refused the write. */
  readonly text: string | null;
}

/** By key. A value that this page did not write is read from the storage itself. */
export const writtenAtom = atom<ReadonlyMap<string, WrittenValue>>(new Map());

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

/** Erases what this browser stores of a shopper, in all tabs and in this one. */
export const eraseShopperAtom = atom(null, (_get, set, shopper: string): void => {
  for (const text of shopperTexts(shopper)) text.remove();
  set(writtenAtom, (all) => new Map([...all].filter(([key]) => !isShopperKey(key, shopper))));
});
