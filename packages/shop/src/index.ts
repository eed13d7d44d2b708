/**
 * All that a remote's code imports of the shop, besides its components (@patchwork/shop/ui) and its rules
 * (@patchwork/shop/domain). Shared as one singleton: each piece gets the live shell's copy, so that there is one
 * session and one cart on a page. The names are the contract with released remotes.
 */
export type { Api, ApiError, InputOf, OutputOf } from '@patchwork/api';
export { describeError } from '@patchwork/api';
export { slotOf } from '@patchwork/federation/slot';
export { Link, useLocation, useNavigation, useParams, useSearchParams } from '@patchwork/router';
export {
  action,
  addressesAtom,
  cartAtom,
  changeAddressesAtom,
  changeCartAtom,
  changeSessionAtom,
  changeWishlistAtom,
  configurationAtom,
  isOfflineAtom,
  locationAtom,
  pathToAtom,
  pendingChangesAtom,
  productsAtom,
  serverData,
  servicesAtom,
  sessionAtom,
  sharedValue,
  storedValueAtom,
  toast,
  wishlistAtom,
} from '@patchwork/state';
/** Texts that the browser stores for shoppers. Only the storage knows the form of their keys. */
export { shopperTexts } from '@patchwork/storage';
