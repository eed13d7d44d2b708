import { expect, test } from 'vitest';
import * as state from './index.ts';

// Independently released remotes rely on these names: removing one is a breaking change.
test('the package exports these names', () => {
  expect(Object.keys(state).sort()).toMatchInlineSnapshot(`
    [
      "addAddressAtom",
      "addToCartAtom",
      "addressesAtom",
      "cartAtom",
      "cartLoadAtom",
      "categoriesAtom",
      "changeFiltersAtom",
      "changeQuantityAtom",
      "clearFiltersAtom",
      "createShopStore",
      "defaultFiltersAtom",
      "deleteAddressAtom",
      "discardPaymentAtom",
      "filtersAtom",
      "followLocationAtom",
      "isOfflineAtom",
      "listedProductsAtom",
      "loadCatalogueAtom",
      "loginAtom",
      "logoutAtom",
      "moveToWishlistAtom",
      "openPaymentAtom",
      "orderHistoryAtom",
      "pathToAtom",
      "paymentConfigAtom",
      "pendingChangesAtom",
      "pendingPaymentAtom",
      "placeOrderAtom",
      "placedOrderAtom",
      "productAtom",
      "productsAtom",
      "removeFromCartAtom",
      "requireLoginAtom",
      "selectAddressAtom",
      "selectedAddressAtom",
      "sessionAtom",
      "signupAtom",
      "subscribeToToasts",
      "toast",
      "toggleWishlistAtom",
      "updateAddressAtom",
      "wishlistAtom",
      "wishlistLoadAtom",
    ]
  `);
});
