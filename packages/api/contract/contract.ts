import { describe, expect, test, vi } from 'vitest';
import { exampleBodyOf, exampleIds } from '../src/examples.ts';
import type { EndpointName } from '../src/index.ts';
import { accessContract, privacyContract } from './access.ts';
import { addressesContract } from './addresses.ts';
import { authContract } from './auth.ts';
import { cartContract, wishlistContract } from './cart-and-wishlist.ts';
import { catalogueContract } from './catalogue.ts';
import { checkoutContract } from './checkout.ts';
import { ordersContract } from './orders.ts';
import { type ApiUnderTest, type Input, putUnderTest, type Target } from './under-test.ts';

const productId = 'fail-500';
const login = { email: 'fail-500@patchwork.example', password: 'any' };

/** Rules of the mock alone: another API's failures can't be asked for. */
function failureContract({ call }: ApiUnderTest): void {
  test.each<[EndpointName, Input]>([
    ['getProduct', { params: { productId } }],
    ['getCategory', { params: { categoryId: productId } }],
    ['login', { body: login }],
    ['signup', { body: { ...login, name: 'Asha Rao', confirmPassword: 'any' } }],
  ])(
    'an unexpected failure of %s answers 500 with an error field, and no stack',
    async (name, input) => {
      const logged = vi.spyOn(console, 'error').mockImplementation(() => undefined);
      const answer = await call(name, input);
      expect(answer).toEqual({ status: 500, data: { error: { message: expect.any(String) } } });
      expect(JSON.stringify(answer.data)).not.toMatch(/stack|\.ts:/);
      logged.mockRestore();
    },
  );
}

const address = Object(exampleBodyOf('addAddress')).address;
const checkout = Object(exampleBodyOf('openCheckout'));

/** Bodies, and the field of each that is wrong. */
const wrong: readonly [EndpointName, body: object, field: string][] = [
  ['login', { email: 'asha@patchwork.example' }, 'password'],
  ['login', { email: 1, password: 'any' }, 'email'],
  ['signup', { email: 'asha@patchwork.example', password: 'any-password', name: [] }, 'name'],
  ['addToCart', {}, 'product'],
  ['changeCartQuantity', { action: { type: 'double' } }, 'action.type'],
  ['setCartQuantity', { quantity: 1.5 }, 'quantity'],
  ['setCartQuantity', { quantity: 0 }, 'quantity'],
  ['addAddress', { address: { ...address, pinCode: '12' } }, 'address.pinCode'],
  ['openCheckout', { ...checkout, key: 'no-uuid' }, 'key'],
  ['openCheckout', { ...checkout, lines: [{ _id: 'a', qty: 'one', price: 1 }] }, 'lines.0.qty'],
];

function wrongFieldsContract({ call, refusedFor, signUp }: ApiUnderTest): void {
  test.each(wrong)('%s refuses the body %j, and names the field %s', async (name, body, field) => {
    const { token } = await signUp();
    await refusedFor(name, { params: exampleIds, body, token }, field);
  });

  test('a body that is no object is refused as a whole', async () => {
    expect(await call('login', { body: 'text' })).toEqual({
      status: 400,
      data: { errors: [expect.stringMatching(/^The body /)] },
    });
  });
}

export type { Target } from './under-test.ts';

const areas = {
  access: accessContract,
  addresses: addressesContract,
  auth: authContract,
  cart: cartContract,
  catalogue: catalogueContract,
  checkout: checkoutContract,
  orders: ordersContract,
  privacy: privacyContract,
  wishlist: wishlistContract,
  'wrong fields': wrongFieldsContract,
};

/** Registers the tests that every API of the table has to pass, for Vitest. Each signs up users of its own. */
export function testContract(target: Target): void {
  const api = putUnderTest(target);
  for (const [name, register] of Object.entries(areas)) describe(name, () => register(api));
  if (api.isMock) describe('failure', () => failureContract(api));
}
