// @vitest-environment happy-dom

import { sampleProducts } from '@patchwork/api/sample-data';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { addToCart, connect, leave, logIn, openBrowser } from '../test-support.ts';
import type { MockControl, MockState } from './control.ts';

const [product] = sampleProducts;
if (!product) throw new Error('the sample has products');
const id = product._id;

let control: MockControl;

beforeEach(async () => {
  ({ control } = await openBrowser());
});

afterEach(leave);

const latest = () => control.read().changes.at(-1);

test('the next call returns the edited row', async () => {
  expect(control.editRow('products', id, { ...product, price: '7' })).toEqual({
    ok: true,
    value: undefined,
  });
  expect(await connect().getProduct({ productId: id })).toMatchObject({
    value: { product: { price: 7 } },
  });
  expect(latest()).toMatchObject({
    cause: `Edited products/${id}`,
    difference: [{ op: 'replace', path: `/products/${id}/price`, value: '7' }],
  });
});

test('the next call returns an added row, and no removed one', async () => {
  control.addRow('products', { ...product, _id: 'new', title: 'New' });
  expect(await connect().getProduct({ productId: 'new' })).toMatchObject({ ok: true });
  expect(latest()?.cause).toBe('Added products/new');
  control.removeRow('products', 'new');
  expect(await connect().getProduct({ productId: 'new' })).toMatchObject({
    error: { status: 404 },
  });
  expect(latest()?.cause).toBe('Removed products/new');
});

test('categories and users are edited in the same way', async () => {
  const { categories, users } = control.read().tables;
  control.editRow('categories', 'men', { ...categories[0], description: 'Other words' });
  const listed = await connect().listCategories({});
  expect(listed).toMatchObject({ value: { categories: [{ description: 'Other words' }, {}, {}] } });
  control.editRow('users', 'asha-rao', { ...users[0], password: 'another' });
  await logIn(undefined, 'another');
});

test.each<[string, (control: MockControl) => ReturnType<MockControl['editRow']>, string]>([
  [
    'a broken field',
    (c) => c.editRow('products', id, { ...product, price: 7 }),
    `products/${id}: price`,
  ],
  [
    'another id',
    (c) => c.editRow('products', id, { ...product, _id: 'x' }),
    `products/${id}: _id stays`,
  ],
  ['a missing row', (c) => c.editRow('products', 'x', product), 'products/x: there is no such row'],
  ['an id that is taken', (c) => c.addRow('products', product), `products/${id}: _id is that of`],
  ['an empty row', (c) => c.addRow('products', {}), 'products: _id is missing'],
  [
    'an email that is taken',
    (c) => c.addRow('users', { ...c.read().tables.users[0], _id: 'eve' }),
    'users/eve: email is that of users/asha-rao already',
  ],
  [
    'a prototype',
    (c) => c.addRow('users', JSON.parse('{"_id":"eve","__proto__":{"admin":true}}')),
    'users: has a field named __proto__',
  ],
])('%s is refused, and changes nothing', (_, attempt, message) => {
  const before = control.read();
  const listener = vi.fn();
  control.subscribe(listener);
  const result = attempt(control);
  expect(result.ok ? [] : result.error).toContainEqual(expect.stringContaining(message));
  expect(control.read()).toBe(before);
  expect(listener).not.toHaveBeenCalled();
});

test('the removal of an unknown row changes nothing', () => {
  const before = control.read();
  control.removeRow('products', 'no');
  expect(control.read()).toBe(before);
});

test('a removed product does not break the carts that contain it', async () => {
  const api = await logIn();
  await addToCart(api, id);
  control.removeRow('products', id);
  const line = { cart: [{ product: { id }, quantity: 1 }] };
  expect(await api.getCart({})).toMatchObject({ ok: true, value: line });
  const body = { action: { type: 'increment' } } as const;
  expect(await api.changeCartQuantity({ productId: id, body })).toMatchObject({ ok: true });
  expect(await api.removeFromCart({ productId: id })).toEqual({ ok: true, value: { cart: [] } });
});

test.each<[Parameters<MockControl['changeSettings']>[0], string]>([
  [{ delay: -1 }, 'settings: delay is a whole number from 0 to 10 000'],
  [{ delay: 10_001 }, 'settings: delay is'],
  [{ delay: Number.NaN }, 'settings: delay is'],
  [{ seed: 1.5 }, 'settings: seed is a whole number from 0 to 4294967295'],
  [
    { failures: { getCart: { rate: 1.1, as: 500 } } },
    'settings: failures.getCart.rate is a number from 0 to 1',
  ],
  [
    { failures: { getCart: { rate: 1, as: 200 } } },
    'settings: failures.getCart.as is “network” or a status from 400 to 599',
  ],
  [
    { failures: { getOrders: { rate: 1, as: 500 } } } as never,
    'settings: failures.getOrders is no call',
  ],
  [{ speed: 7 } as never, 'settings: speed is no field of it'],
])('settings out of range are refused: %j', (settings, message) => {
  const before = control.read();
  const result = control.changeSettings(settings);
  expect(result.ok ? [] : result.error).toContainEqual(expect.stringContaining(message));
  expect(control.read()).toBe(before);
});

test('listeners are called after each change until they unsubscribe', async () => {
  const states: MockState[] = [];
  const stop = control.subscribe(() => states.push(control.read()));
  control.changeSettings({ seed: 5 });
  control.removeRow('products', id);
  await addToCart(await logIn(), 'chikankari-tunic');
  expect(states.map(({ settings, changes }) => [settings.seed, changes.length])).toEqual([
    [5, 1],
    [5, 2],
    [5, 3],
  ]);
  stop();
  control.changeSettings({ seed: 6 });
  expect(states).toHaveLength(3);
});

test('reading the state returns the same object until something changes', async () => {
  const before = control.read();
  await connect().listProducts({});
  expect(control.read()).toBe(before);
  control.changeSettings({ seed: 5 });
  expect(control.read()).not.toBe(before);
  expect(control.read()).toBe(control.read());
});

test('users that another tab writes are read, and listeners are called', () => {
  const listener = vi.fn();
  control.subscribe(listener);
  const tara = { ...control.read().tables.users[0], _id: 'tara', email: 'tara@patchwork.example' };
  localStorage.setItem('patchwork:mock-users', JSON.stringify({ version: 1, value: [tara] }));
  window.dispatchEvent(new StorageEvent('storage', { key: 'patchwork:mock-users' }));
  expect(listener).toHaveBeenCalledOnce();
  expect(control.read().tables.users).toEqual([tara]);
  expect(latest()?.cause).toBe('Changed in another tab');
});

test('an edit does not undo what another tab has just written', () => {
  const [asha] = control.read().tables.users;
  const tara = { ...asha, _id: 'tara', email: 'tara@patchwork.example' };
  localStorage.setItem('patchwork:mock-users', JSON.stringify({ version: 1, value: [asha, tara] }));
  control.editRow('users', 'asha-rao', { ...asha, lastName: 'Das' });
  expect(control.read().tables.users).toEqual([{ ...asha, lastName: 'Das' }, tara]);
});
