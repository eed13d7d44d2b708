import { isShopperKey, shopperTexts } from '@patchwork/host/storage';
import { atom } from 'jotai';

interface WrittenValue {
  readonly value: unknown;
  readonly readText: () => string | null;
  readonly isOfOtherVersion: () => boolean;
  /** Text in storage right after the write. It isn't the text of `value` if the storage refused the write. */
  readonly text: string | null;
}

/** Values that this page has written, by key. All others are read from storage. */
export const writtenAtom = atom<ReadonlyMap<string, WrittenValue>>(new Map());

/**
 * Drops values that another tab has overwritten, so that they are read from storage. If a tab of another release wrote
 * a format that this page can't read, keeps this page's value.
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

/** Erases a shopper's values in this browser: those that all tabs share, and this tab's own. */
export const eraseShopperAtom = atom(null, (_get, set, shopper: string): void => {
  for (const text of shopperTexts(shopper)) text.remove();
  set(writtenAtom, (all) => new Map([...all].filter(([key]) => !isShopperKey(key, shopper))));
});
