import { createStoredText, type StoredText } from './stored-value.ts';

const shopperKey = /^patchwork:[\w-]+\//;

/** Values that this browser stores for any of its shoppers. */
export function shopperTexts(): StoredText[] {
  try {
    return Array.from({ length: localStorage.length }, (_, index) => localStorage.key(index) ?? '')
      .filter((key) => shopperKey.test(key))
      .map((key) => createStoredText(key));
  } catch {
    return [];
  }
}
