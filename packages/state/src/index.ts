export { addressesAtom, changeAddressesAtom } from './atoms/addresses.ts';
export { cartAtom, changeCartAtom } from './atoms/cart.ts';
export { cartProductsAtom } from './atoms/cart-products.ts';
export { productsAtom } from './atoms/catalogue.ts';
export { configurationAtom } from './atoms/configuration.ts';
export { knownImageAtom } from './atoms/images.ts';
export { locationAtom } from './atoms/location.ts';
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
export { changeSessionAtom, requireLoginAtom, sessionAtom } from './atoms/session.ts';
export { changeWishlistAtom, wishlistAtom } from './atoms/wishlist.ts';
export type { Load, PagedLoad } from './query-client.ts';
export { serverData } from './server-data.ts';
export { pathToAtom, servicesAtom } from './services.ts';
export { action, sharedValue } from './shared.ts';
export { storedValueAtom } from './storage/stored-value-atom.ts';
export { toast } from './toast.ts';
