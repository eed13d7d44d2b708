/** Exports for the owners of a page only, which the shell shares with the devtools: the page's state and remotes. */
export { RemotesContext } from '@patchwork/host/remotes';
export type { ActionInfo, Seed, Store, ValueInfo } from '../state/host.ts';
export {
  configurationOf,
  createShopStore,
  hasSeed,
  loadProductsAtom,
  parseSeeds,
  plantSeed,
  queryClientOf,
  refreshSeed,
  restoreSessionAtom,
  sharedAtoms,
  subscribeToToasts,
  whenLoaded,
  writtenLocationAtom,
} from '../state/host.ts';
