export type { ShopperName, StoredText, StoredValue, TabName } from './stored-value.ts';
export {
  createStoredText,
  createStoredValue,
  isShopperKey,
  shopperStorageKey,
  shopperTexts,
  storedTexts,
} from './stored-value.ts';
