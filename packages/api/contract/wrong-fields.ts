import { expect, test } from 'vitest';
import { exampleBodyOf, exampleIds } from '../src/examples.ts';
import type { EndpointName } from '../src/index.ts';
import type { ApiUnderTest } from './under-test.ts';

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

export function wrongFieldsContract({ call, refusedFor, signUp }: ApiUnderTest): void {
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
