/**
 * Everything that a remote's code imports from the shop, except its components (@patchwork/shop/ui) and its rules
 * (@patchwork/shop/domain). Shared as one singleton: all pieces use the live shell's copy, so a page has one session
 * and one cart. These exports are the contract with released remotes.
 */
export type { Api, ApiError, InputOf, OutputOf } from '@patchwork/api';
export { describeError } from '@patchwork/api';
export {
  Link,
  Outlet,
  useLocation,
  useNavigate,
  useNavigation,
  useParams,
  useRoutes,
  useSearchParams,
} from '@patchwork/host/router';
export { slotOf } from '@patchwork/host/slot';
/** Values that the browser stores for shoppers. Use these instead of reading the storage's keys. */
export { shopperTexts } from '@patchwork/host/storage';
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
  languageAtom,
  locationAtom,
  pathToAtom,
  pendingChangesAtom,
  productsAtom,
  serverData,
  servicesAtom,
  sessionAtom,
  settingsOf,
  sharedValue,
  storedValueAtom,
  toast,
  wishlistAtom,
} from '../state/index.ts';
