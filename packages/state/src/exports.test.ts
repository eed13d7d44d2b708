import { expect, test } from 'vitest';
import * as state from './index.ts';

// Independently released remotes rely on these names: removing one is a breaking change.
test('the package exports these names', () => {
  expect(Object.keys(state).sort()).toMatchInlineSnapshot(`
    [
      "action",
      "addressesAtom",
      "cartAtom",
      "cartProductsAtom",
      "changeAddressesAtom",
      "changeCartAtom",
      "changeSessionAtom",
      "changeWishlistAtom",
      "completePaymentAtom",
      "configurationAtom",
      "discardPaymentAtom",
      "isOfflineAtom",
      "knownImageAtom",
      "locationAtom",
      "lookUpPaymentAtom",
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
      "requireLoginAtom",
      "serverData",
      "servicesAtom",
      "sessionAtom",
      "sharedValue",
      "simulatePaymentAtom",
      "storedValueAtom",
      "toast",
      "wishlistAtom",
    ]
  `);
});
