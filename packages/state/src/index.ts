export {
  addAddressAtom,
  addressesAtom,
  deleteAddressAtom,
  selectAddressAtom,
  selectedAddressAtom,
  updateAddressAtom,
} from './addresses.ts';
export { loginAtom, logoutAtom, signupAtom } from './auth.ts';
export {
  addToCartAtom,
  cartAtom,
  cartLoadAtom,
  changeQuantityAtom,
  moveToWishlistAtom,
  removeFromCartAtom,
} from './cart.ts';
export { categoriesAtom, loadCatalogueAtom, productAtom, productsAtom } from './catalogue.ts';
export {
  changeFiltersAtom,
  clearFiltersAtom,
  filtersAtom,
  followLocationAtom,
  listedProductsAtom,
} from './filters.ts';
export { isOfflineAtom } from './network.ts';
export {
  discardPaymentAtom,
  openPaymentAtom,
  orderHistoryAtom,
  pendingPaymentAtom,
  placedOrderAtom,
  placeOrderAtom,
} from './orders.ts';
export type { PaymentConfig } from './payment.ts';
export { paymentConfigAtom } from './payment.ts';
export { pendingChangesAtom } from './pending.ts';
export type { Load } from './query-client.ts';
export type { Navigate } from './services.ts';
export { pathToAtom } from './services.ts';
export { requireLoginAtom, sessionAtom } from './session.ts';
export type { ShopStoreOptions, Store } from './store.ts';
export { createShopStore } from './store.ts';
export type { ListLoad } from './user-list.ts';
export { toggleWishlistAtom, wishlistAtom, wishlistLoadAtom } from './wishlist.ts';
