import { describe } from 'vitest';
import { accessContract } from './access.ts';
import { addressesContract } from './addresses.ts';
import { authContract } from './auth.ts';
import { cartContract } from './cart.ts';
import { catalogueContract } from './catalogue.ts';
import { checkoutContract } from './checkout.ts';
import { failureContract } from './failure.ts';
import { ordersContract } from './orders.ts';
import { privacyContract } from './privacy.ts';
import { putUnderTest, type Target } from './under-test.ts';
import { wishlistContract } from './wishlist.ts';
import { wrongFieldsContract } from './wrong-fields.ts';

export type { Target } from './under-test.ts';

const areas = {
  access: accessContract,
  addresses: addressesContract,
  auth: authContract,
  cart: cartContract,
  catalogue: catalogueContract,
  checkout: checkoutContract,
  failure: failureContract,
  orders: ordersContract,
  privacy: privacyContract,
  wishlist: wishlistContract,
  'wrong fields': wrongFieldsContract,
};

/** Registers the tests that every API of the table has to pass, for Vitest. Each signs up users of its own. */
export function testContract(target: Target): void {
  const api = putUnderTest(target);
  for (const [name, register] of Object.entries(areas)) describe(name, () => register(api));
}
