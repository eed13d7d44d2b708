import { isShopperKey } from './shopper-key.ts';
import { createStoredText, type StoredText } from './stored-value.ts';

function textsIn(area: () => Storage, isWanted: (key: string) => boolean): StoredText[] {
  try {
    return Array.from({ length: area().length }, (_, index) => area().key(index) ?? '')
      .filter(isWanted)
      .map((key) => createStoredText(key, area));
  } catch {
    return [];
  }
}

/** Returns what this browser stores, for all tabs and for this one, of one shopper or of any. */
export const shopperTexts = (shopper?: string): StoredText[] => [
  ...textsIn(
    () => localStorage,
    (key) => isShopperKey(key, shopper),
  ),
  ...textsIn(
    () => sessionStorage,
    (key) => isShopperKey(key, shopper),
  ),
];

const isOurs = (key: string): boolean => key.startsWith('patchwork:');

/** Returns all values that pieces store: those of this browser, and those of this tab. For the devtools. */
export const storedTexts = (): { readonly browser: StoredText[]; readonly tab: StoredText[] } => ({
  browser: textsIn(() => localStorage, isOurs),
  tab: textsIn(() => sessionStorage, isOurs),
});
