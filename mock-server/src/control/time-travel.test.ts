// @vitest-environment happy-dom
import { afterEach, beforeEach, expect, test } from 'vitest';
import type { Mock } from '../start.ts';
import { addToCart, connect, leave, load, logIn } from '../test-support.ts';
import type { MockControl } from './control.ts';

let mock: Mock;
let control: MockControl;

beforeEach(async () => {
  localStorage.clear();
  sessionStorage.clear();
  mock = await load();
  control = mock.control;
});

afterEach(leave);

const causes = () => control.read().changes.map(({ cause }) => cause);

const lastId = () => control.read().changes.at(-1)?.id;

async function cartOf(): Promise<readonly string[]> {
  const cart = await (await logIn()).getCart({});
  if (!cart.ok) throw new Error('no cart');
  return cart.value.cart.map(({ product }) => product.id);
}

test('the first entry is the data that the page found', () => {
  expect(control.read().changes).toEqual([
    { id: 0, at: expect.any(Number), cause: 'The data that the page found', difference: [] },
  ]);
});

test('a request that changes the data is listed, with what it changed', async () => {
  const api = await logIn();
  await api.getCart({});
  await addToCart(api, 'puddle-raincoat');
  await addToCart(api, 'puddle-raincoat');
  const body = { action: { type: 'increment' } } as const;
  await api.changeCartQuantity({ productId: 'puddle-raincoat', body });
  await api.removeFromCart({ productId: 'puddle-raincoat' });
  const [, added, counted, removed] = control.read().changes;
  expect(causes().slice(1)).toEqual([
    'POST /api/user/cart',
    'POST /api/user/cart/puddle-raincoat',
    'DELETE /api/user/cart/puddle-raincoat',
  ]);
  expect(added?.difference).toEqual([
    { op: 'add', path: '/users/asha-rao/cart/-', value: expect.objectContaining({ qty: 1 }) },
  ]);
  expect(counted?.difference).toContainEqual({
    op: 'replace',
    path: '/users/asha-rao/cart/0/qty',
    value: 2,
  });
  expect(removed?.difference).toEqual([{ op: 'remove', path: '/users/asha-rao/cart/0' }]);
  expect(lastId()).toBe(3);
});

test('a request that saves what is there already is not listed', async () => {
  const api = await logIn();
  const found = await api.listAddresses({});
  const [address] = found.ok ? found.value.addresses : [];
  if (!address) throw new Error('no address');
  const input = { addressId: address.id, body: { address } };
  expect(await api.updateAddress(input)).toMatchObject({ ok: true });
  expect(causes()).toHaveLength(1);
  const body = { address: { ...address, city: 'Pune' } };
  await api.updateAddress({ ...input, body });
  expect(causes().slice(1)).toEqual([`POST /api/user/addresses/${address.id}`]);
});

test('a signup is listed too', async () => {
  await connect().signup({ body: { email: 'meera@patchwork.example', password: 'x' } });
  expect(causes()).toEqual(['The data that the page found', 'POST /api/auth/signup']);
});

test('going back restores carts and products, after a reload too', async () => {
  const api = await logIn();
  await addToCart(api, 'puddle-raincoat');
  await addToCart(api, 'chikankari-tunic');
  control.removeRow('products', 'puddle-raincoat');
  await api.removeFromCart({ productId: 'puddle-raincoat' });
  control.goBack(1);
  expect(await cartOf()).toEqual(['puddle-raincoat']);
  expect(await connect().getProduct({ productId: 'puddle-raincoat' })).toMatchObject({ ok: true });
  await load();
  expect(await cartOf()).toEqual(['puddle-raincoat']);
});

test('after going back, going forward again is possible', async () => {
  const api = await logIn();
  await addToCart(api, 'puddle-raincoat');
  await addToCart(api, 'chikankari-tunic');
  control.goBack(0);
  expect(causes().at(-1)).toBe('Went back to 0');
  expect(control.read().changes).toHaveLength(4);
  expect(lastId()).toBe(3);
  expect(await cartOf()).toEqual([]);
  control.goBack(2);
  expect(await cartOf()).toEqual(['puddle-raincoat', 'chikankari-tunic']);
});

test('going back over a scenario restores which one was played, not its settings', () => {
  control.playScenario('empty-shop');
  control.changeSettings({ delay: 5 });
  control.goBack(0);
  expect(control.read()).toMatchObject({ scenario: 'sample', settings: { delay: 5 } });
  expect(control.read().tables.products).toHaveLength(14);
  expect(control.exportSnapshot().difference).toEqual([]);
});

test('going back to a change that is not listed does nothing', () => {
  const before = control.read();
  control.goBack(7);
  control.goBack(-1);
  expect(control.read()).toBe(before);
});

test('the last hundred changes are listed', () => {
  for (let seed = 0; seed < 120; seed += 1) control.playScenario('sample');
  const { changes } = control.read();
  expect(changes).toHaveLength(100);
  expect([changes[0]?.id, changes.at(-1)?.id]).toEqual([21, 120]);
  control.goBack(20);
  expect(lastId()).toBe(120);
});

test('a reset is listed, and restores the rows of the scenario that is played', async () => {
  control.playScenario('empty-shop');
  await connect().signup({ body: { email: 'meera@patchwork.example', password: 'x' } });
  control.changeSettings({ delay: 5 });
  control.reset();
  expect(control.read()).toMatchObject({ scenario: 'empty-shop', settings: { delay: 5 } });
  expect(control.read().tables.users).toHaveLength(1);
  expect(causes().at(-1)).toBe('Reset');
});
