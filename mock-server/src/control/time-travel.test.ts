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

const causes = () => control.read().snapshots.map(({ cause }) => cause);

async function cartOf(): Promise<readonly string[]> {
  const cart = await (await logIn()).getCart({});
  if (!cart.ok) throw new Error('no cart');
  return cart.value.cart.map(({ product }) => product.id);
}

test('it begins with the data that the page found', () => {
  expect(control.read()).toMatchObject({
    snapshots: [{ id: 0, cause: 'The data that the page found', difference: [] }],
    current: 0,
  });
});

test('a request that changes the data leaves a snapshot, with what it changed', async () => {
  const api = await logIn();
  await api.getCart({});
  await addToCart(api, 'puddle-raincoat');
  await addToCart(api, 'puddle-raincoat');
  const body = { action: { type: 'increment' } } as const;
  await api.changeCartQuantity({ productId: 'puddle-raincoat', body });
  await api.removeFromCart({ productId: 'puddle-raincoat' });
  const [, added, counted, removed] = control.read().snapshots;
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
  expect(control.read().current).toBe(3);
});

test('a signup leaves one too', async () => {
  await connect().signup({ body: { email: 'meera@patchwork.example', password: 'x' } });
  expect(causes()).toEqual(['The data that the page found', 'POST /api/auth/signup']);
});

test('going back brings back carts and goods, for a reload too', async () => {
  const api = await logIn();
  await addToCart(api, 'puddle-raincoat');
  await addToCart(api, 'chikankari-tunic');
  control.remove('products', 'puddle-raincoat');
  await api.removeFromCart({ productId: 'puddle-raincoat' });
  control.goBack(1);
  expect(await cartOf()).toEqual(['puddle-raincoat']);
  expect(await connect().getProduct({ productId: 'puddle-raincoat' })).toMatchObject({ ok: true });
  await load();
  expect(await cartOf()).toEqual(['puddle-raincoat']);
});

test('nothing is lost by it: one can go forward again', async () => {
  const api = await logIn();
  await addToCart(api, 'puddle-raincoat');
  await addToCart(api, 'chikankari-tunic');
  control.goBack(0);
  expect(causes().at(-1)).toBe('Went back to 0');
  expect(control.read()).toMatchObject({ current: 3, snapshots: { length: 4 } });
  expect(await cartOf()).toEqual([]);
  control.goBack(2);
  expect(await cartOf()).toEqual(['puddle-raincoat', 'chikankari-tunic']);
});

test('going back over a scenario brings back which one was played, not its settings', () => {
  control.play('empty-shop');
  control.change({ delay: 5 });
  control.goBack(0);
  expect(control.read()).toMatchObject({ scenario: 'sample', settings: { delay: 5 } });
  expect(control.read().tables.products).toHaveLength(14);
  expect(control.pack().difference).toEqual([]);
});

test('a snapshot that is not listed is no place to go', () => {
  const before = control.read();
  control.goBack(7);
  control.goBack(-1);
  expect(control.read()).toBe(before);
});

test('the last hundred are kept', () => {
  for (let seed = 0; seed < 120; seed += 1) control.play('sample');
  const { snapshots, current } = control.read();
  expect(snapshots).toHaveLength(100);
  expect([snapshots[0]?.id, snapshots.at(-1)?.id, current]).toEqual([21, 120, 120]);
  control.goBack(20);
  expect(control.read().current).toBe(120);
});

test('reset is one, and brings back the rows of the scenario that is played', async () => {
  control.play('empty-shop');
  await connect().signup({ body: { email: 'meera@patchwork.example', password: 'x' } });
  control.change({ delay: 5 });
  mock.reset();
  expect(control.read()).toMatchObject({ scenario: 'empty-shop', settings: { delay: 5 } });
  expect(control.read().tables.users).toHaveLength(1);
  expect(causes().at(-1)).toBe('Reset');
});
