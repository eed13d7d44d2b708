import { shopperStorageKey } from './shopper-key.ts';
import { createStoredText, type StoredText } from './stored-value.ts';

function allKeys(): string[] {
  try {
    return Array.from({ length: localStorage.length }, (_, index) => localStorage.key(index) ?? '');
  } catch {
    return [];
  }
}

/** What this browser stores for its shoppers, whoever they are, with the name of each value. */
export const shopperTexts = (): { readonly name: string; readonly text: StoredText }[] =>
  allKeys().flatMap((key) => {
    const [, name] = /^patchwork:([\w-]+)\//.exec(key) ?? [];
    return name === undefined ? [] : { name, text: createStoredText(key) };
  });

/**
 * Earlier versions wrote the shopper's email into the key, `patchwork:<name>:<email>`. What they stored is
 * moved: their write is the last one, as it was removed from there before.
 */
export function moveEarlierKeys(): void {
  for (const key of allKeys()) {
    const [, name, shopper] = /^patchwork:([\w-]+):(.+)$/.exec(key) ?? [];
    const earlier = createStoredText(key);
    const text = earlier.read();
    if (name === undefined || shopper === undefined || text === null) continue;
    // Removed first: a full storage has no place for both.
    earlier.remove();
    if (!createStoredText(shopperStorageKey(name, shopper)).write(text)) earlier.write(text);
  }
}
