import { digestOf } from './shopper-key.ts';
import { createStoredText, type StoredText } from './stored-value.ts';

/** Values that this browser stores for its shoppers, under whichever names: for one of them, or for all. */
export function shopperTexts(shopper?: string): StoredText[] {
  const digest = shopper === undefined ? '' : digestOf(shopper);
  const isTheirs = new RegExp(`^patchwork:[\\w-]+/${digest}${digest && '$'}`);
  try {
    return Array.from({ length: localStorage.length }, (_, index) => localStorage.key(index) ?? '')
      .filter((key) => isTheirs.test(key))
      .map((key) => createStoredText(key));
  } catch {
    return [];
  }
}
