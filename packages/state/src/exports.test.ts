import { expect, test } from 'vitest';
import * as state from './index.ts';

// Independently released remotes rely on these names: removing one is a breaking change.
test('the package exports these names', () => {
  expect(Object.keys(state).sort()).toMatchInlineSnapshot(`
    [
      "action",
      "addressesAtom",
      "cartAtom",
      "changeAddressesAtom",
      "changeCartAtom",
      "changeSessionAtom",
      "changeWishlistAtom",
      "configurationAtom",
      "isOfflineAtom",
      "locationAtom",
      "pathToAtom",
      "pendingChangesAtom",
      "productsAtom",
      "serverData",
      "servicesAtom",
      "sessionAtom",
      "sharedValue",
      "storedValueAtom",
      "toast",
      "wishlistAtom",
    ]
  `);
});
