import { describe, expect, test } from 'vitest';
import { exampleIds } from '../src/examples.ts';
import type { EndpointName } from '../src/index.ts';
import { refusals } from '../src/refusals.ts';
import { accessContract, privacyContract } from './access.ts';
import { accountContract } from './account.ts';
import { addressesContract } from './addresses.ts';
import { authContract } from './auth.ts';
import { cartContract, wishlistContract } from './cart-and-wishlist.ts';
import { cashContract } from './cash-on-delivery.ts';
import { catalogueContract } from './catalogue.ts';
import { checkoutContract } from './checkout.ts';
import { deliveryContract } from './delivery.ts';
import { exchangesContract } from './exchanges.ts';
import { operatorContract } from './operator.ts';
import { ordersContract } from './orders.ts';
import { stockAlertsContract } from './stock-alerts.ts';
import { type ApiUnderTest, putUnderTest, type Target } from './under-test.ts';
import { urlsContract } from './urls.ts';

/** Calls with one wrong field in the body, and the name of that field. */
const wrong: readonly [EndpointName, body: object, field: string][] = [
  ['login', { email: 'asha@patchwork.example' }, 'password'],
  ['login', { email: 1, password: 'any' }, 'email'],
  ['signup', { email: 'asha@patchwork.example', password: 'any-password', name: [] }, 'name'],
  ['addToCart', {}, 'product'],
];

function wrongFieldsContract({ call, refusedFor, signUp }: ApiUnderTest): void {
  test.each(wrong)('%s refuses the body %j, and names the field %s', async (name, body, field) => {
    const { token } = await signUp();
    await refusedFor(name, { params: exampleIds, body, token }, field);
  });

  test('a body that is no object is refused as a whole', async () => {
    expect(await call('login', { body: 'text' })).toEqual({
      status: 400,
      data: { errors: [expect.stringMatching(/^The body /)], code: refusals.badRequest.code },
    });
  });
}

export type { Target } from './under-test.ts';

const areas = {
  access: accessContract,
  account: accountContract,
  addresses: addressesContract,
  auth: authContract,
  cart: cartContract,
  'cash on delivery': cashContract,
  catalogue: catalogueContract,
  checkout: checkoutContract,
  delivery: deliveryContract,
  exchanges: exchangesContract,
  operator: operatorContract,
  orders: ordersContract,
  privacy: privacyContract,
  'stock alerts': stockAlertsContract,
  urls: urlsContract,
  wishlist: wishlistContract,
  'wrong fields': wrongFieldsContract,
};

/**
 * Registers the Vitest tests that every implementation of the endpoint table must pass. Each test signs up its own
 * users.
 */
export function testContract(target: Target): void {
  const api = putUnderTest(target);
  for (const [name, register] of Object.entries(areas)) describe(name, () => register(api));
}
