/** Exports for the owners of a page only: the shell, a remote's stand-alone page, the devtools, and tests. */
export { loadProductsAtom } from './atoms/catalogue.ts';
export type { Configuration } from './atoms/configuration.ts';
export { configurationOf } from './atoms/configuration.ts';
export { writtenLocationAtom } from './atoms/location.ts';
export { restoreSessionAtom } from './atoms/session.ts';
export type { Seed } from './seed.ts';
export { hasSeed, loadMissing, parseSeeds, plantSeed, refreshSeed, seedOf } from './seed.ts';
export { queryClientOf, whenLoaded } from './server-data.ts';
export type { Store } from './services.ts';
export type { GivenSettings } from './settings.ts';
export type { ActionInfo, ValueInfo } from './shared.ts';
export { sharedAtoms } from './shared.ts';
export type { ShopStoreOptions } from './store.ts';
export { createShopStore } from './store.ts';
export { subscribeToToasts } from './toast.ts';
