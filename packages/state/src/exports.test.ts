import { expect, test } from 'vitest';
import * as state from './index.ts';

// Independently released remotes rely on these names: removing one is a breaking change.
test('the package exports these names', () => {
  expect(Object.keys(state).sort()).toMatchInlineSnapshot(`
    [
      "action",
      "addAddressAtom",
      "addToCartAtom",
      "addressesAtom",
      "addressesLoadAtom",
      "cartAtom",
      "cartLoadAtom",
      "cartProductsAtom",
      "changeQuantityAtom",
      "changeSessionAtom",
      "completePaymentAtom",
      "configurationAtom",
      "deleteAddressAtom",
      "discardPaymentAtom",
      "isOfflineAtom",
      "knownImageAtom",
      "locationAtom",
      "lookUpPaymentAtom",
      "moveToWishlistAtom",
      "openPaymentAtom",
      "orderHistoryAtom",
      "ordersLoadAtom",
      "pathToAtom",
      "paymentConfigAtom",
      "pendingChangesAtom",
      "pendingPaymentAtom",
      "placeOrderAtom",
      "placedOrderAtom",
      "productsAtom",
      "removeFromCartAtom",
      "requireLoginAtom",
      "selectAddressAtom",
      "selectedAddressAtom",
      "serverData",
      "servicesAtom",
      "sessionAtom",
      "sharedValue",
      "simulatePaymentAtom",
      "storedValueAtom",
      "toast",
      "toggleWishlistAtom",
      "updateAddressAtom",
      "wishlistAtom",
      "wishlistLoadAtom",
    ]
  `);
});
