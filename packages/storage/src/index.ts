export type { StoredText } from './stored-text.ts';
export { createStoredText } from './stored-text.ts';
export type { StorageScope, StoredValue } from './stored-value.ts';
export { createStoredValue } from './stored-value.ts';
