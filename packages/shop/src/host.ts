/**
 * Exports for code that opens whole pages: a remote's stand-alone page (@patchwork/build) and a remote's tests
 * (@patchwork/testing). Not for the code of the remote itself: the live shell doesn't share this module.
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
