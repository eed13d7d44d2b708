export {
  addAddressAtom,
  addressesAtom,
  addressesLoadAtom,
  deleteAddressAtom,
  selectAddressAtom,
  selectedAddressAtom,
  updateAddressAtom,
} from './atoms/addresses.ts';
export { loginAtom, logoutAtom, signupAtom } from './atoms/auth.ts';
export {
  addToCartAtom,
  cartAtom,
  cartLoadAtom,
  changeQuantityAtom,
  moveToWishlistAtom,
  removeFromCartAtom,
} from './atoms/cart.ts';
export { cartProductsAtom } from './atoms/cart-products.ts';
export { categoriesAtom, productAtom, productsAtom } from './atoms/catalogue.ts';
export {
  changeFiltersAtom,
  clearFiltersAtom,
  defaultFiltersAtom,
  filtersAtom,
  followLocationAtom,
} from './atoms/filters.ts';
export { knownImageAtom } from './atoms/images.ts';
export { eraseKeptDataAtom, keptDataAtom } from './atoms/kept-data.ts';
export { loadCatalogueAtom } from './atoms/load-catalogue.ts';
export { isOfflineAtom } from './atoms/network.ts';
export {
  completePaymentAtom,
  discardPaymentAtom,
  lookUpPaymentAtom,
  openPaymentAtom,
  pendingPaymentAtom,
  placeOrderAtom,
  simulatePaymentAtom,
} from './atoms/open-payment.ts';
export { orderHistoryAtom, ordersLoadAtom, placedOrderAtom } from './atoms/orders.ts';
export type { PaymentConfig } from './atoms/payment.ts';
export { paymentConfigAtom } from './atoms/payment.ts';
export { pendingChangesAtom } from './atoms/pending-changes.ts';
export type { ProductList } from './atoms/product-list.ts';
export {
  loadedProductsAtom,
  loadMoreProductsAtom,
  productListAtom,
  reloadProductListAtom,
} from './atoms/product-list.ts';
export { productsInAtom } from './atoms/products-in.ts';
export { requireLoginAtom, sessionAtom } from './atoms/session.ts';
export { toggleWishlistAtom, wishlistAtom, wishlistLoadAtom } from './atoms/wishlist.ts';
export type { Load, PagedLoad } from './query-client.ts';
export { queryClientOf } from './query-client.ts';
export type { Navigate, Store } from './services.ts';
export { pathToAtom } from './services.ts';
export type { ActionInfo, ValueInfo } from './shared.ts';
export type { ShopStoreOptions } from './store.ts';
export { createShopStore } from './store.ts';
export type { ListLoad } from './sync/synced-list.ts';
export { subscribeToToasts, toast } from './toast.ts';
