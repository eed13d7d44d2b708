export { isShopperKey, shopperStorageKey } from './shopper-key.ts';
export { shopperTexts, storedTexts } from './shopper-texts.ts';
export type { ShopperName, TabName } from './stored-names.ts';
export type { StoredText, StoredValue } from './stored-value.ts';
export { createStoredText, createStoredValue } from './stored-value.ts';
