/** Exports for a remote's tests, in addition to those of @patchwork/shop for its code. */
export type { EndpointName } from '@patchwork/api';
export { endpointNames } from '@patchwork/api';
export { anAddress, aProduct, asha, ashasHome } from '@patchwork/domain/testing';
export type { FirstData, TestMock } from '@patchwork/mock-server/testing';
export { createTestMock } from '@patchwork/mock-server/testing';
export type { GivenSettings, ShopStoreOptions, Store } from '@patchwork/shop/host';
export {
  createBrowserRouter,
  createMemoryRouter,
  createShopStore,
  demoAccount,
  loadProductsAtom,
  Outlet,
  queryClientOf,
  RouterProvider,
  subscribeToToasts,
  Toasts,
  writtenLocationAtom,
} from '@patchwork/shop/host';
export { testPathTo } from '@patchwork/shop/state/testing';
export { byFinger, byMouse } from '@patchwork/ui/testing';
export type { Visit } from './open-page.tsx';
export { logIn, openPage } from './open-page.tsx';
