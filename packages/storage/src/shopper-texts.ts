import { isShopperKey } from './shopper-key.ts';
import { createStoredText, type StoredText } from './stored-value.ts';

function textsIn(area: () => Storage, shopper: string | undefined): StoredText[] {
  try {
    return Array.from({ length: area().length }, (_, index) => area().key(index) ?? '')
      .filter((key) => isShopperKey(key, shopper))
      .map((key) => createStoredText(key, area));
  } catch {
    return [];
  }
}

/** Returns what this browser stores, for all tabs and for this one, of one shopper or of any. */
export const shopperTexts = (shopper?: string): StoredText[] => [
  ...textsIn(() => localStorage, shopper),
  ...textsIn(() => sessionStorage, shopper),
];
