export { shopperStorageKey } from './shopper-key.ts';
export { moveEarlierKeys, shopperTexts } from './shopper-texts.ts';
export type { ShopperName } from './stored-names.ts';
export type { StoredText } from './stored-text.ts';
export { createStoredText } from './stored-text.ts';
export type { StoredValue } from './stored-value.ts';
export { createStoredValue } from './stored-value.ts';
