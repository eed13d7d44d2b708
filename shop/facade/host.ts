/**
 * Exports for code that opens whole pages: a remote's stand-alone page (kit/standalone) and a remote's tests
 * (@patchwork/kit/testing). Not for the code of the remote itself: the live shell doesn't share this module.
 */
export { createApi } from '@patchwork/api';
export { demoAccount, redirectFor } from '@patchwork/domain';
export { FragmentInHtml } from '@patchwork/host/browser';
export type { Remotes } from '@patchwork/host/remotes';
export { RemotesContext } from '@patchwork/host/remotes';
export { createBrowserRouter, Outlet, RouterProvider } from '@patchwork/host/router';
export { createMemoryRouter, MemoryRouter } from '@patchwork/host/router/testing';
export { Toasts } from '@patchwork/ui';
export type { Configuration, GivenSettings, Seed, ShopStoreOptions, Store } from '../state/host.ts';
export {
  configurationOf,
  createShopStore,
  loadMissing,
  loadProductsAtom,
  plantSeed,
  queryClientOf,
  seedOf,
  subscribeToToasts,
  writtenLocationAtom,
} from '../state/host.ts';
