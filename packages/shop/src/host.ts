/**
 * Exports for the owner of a page: a remote's stand-alone page (@patchwork/build) and its tests (@patchwork/testing).
 * Not for a remote's code: the live shell doesn't share this module.
 */
export { createApi } from '@patchwork/api';
export { demoAccount, redirectFor } from '@patchwork/domain';
export type { Remotes } from '@patchwork/federation/remotes';
export { RemotesContext } from '@patchwork/federation/remotes';
export { createBrowserRouter, Outlet, RouterProvider } from '@patchwork/router';
export { createMemoryRouter, MemoryRouter } from '@patchwork/router/testing';
export type { Configuration, Seed, ShopStoreOptions, Store } from '@patchwork/state/host';
export {
  createShopStore,
  loadMissing,
  loadProductsAtom,
  plantSeed,
  queryClientOf,
  seedOf,
  subscribeToToasts,
  writtenLocationAtom,
} from '@patchwork/state/host';
export { Toasts } from '@patchwork/ui';
