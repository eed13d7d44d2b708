// @vitest-environment happy-dom
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { sampleProducts } from '../data/sample-products.ts';
import { addToCart, connect, leave, load, logIn } from '../test-support.ts';
import type { MockControl, MockState } from './control.ts';

const [product] = sampleProducts;
if (!product) throw new Error('the sample has products');
const id = product._id;

let control: MockControl;

beforeEach(async () => {
  localStorage.clear();
  sessionStorage.clear();
  ({ control } = await load());
});

afterEach(leave);

const latest = () => control.read().snapshots.at(-1);

test('an edited row is what the next call answers', async () => {
  expect(control.edit('products', id, { ...product, price: '7' })).toEqual({
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

test('so are an added row and a removed one', async () => {
  control.add('products', { ...product, _id: 'new', title: 'New' });
  expect(await connect().getProduct({ productId: 'new' })).toMatchObject({ ok: true });
  expect(latest()?.cause).toBe('Added products/new');
  control.remove('products', 'new');
  expect(await connect().getProduct({ productId: 'new' })).toMatchObject({
    error: { status: 404 },
  });
  expect(latest()?.cause).toBe('Removed products/new');
});

test('categories and users are edited alike', async () => {
  const { categories, users } = control.read().tables;
  control.edit('categories', 'men', { ...categories[0], description: 'Other words' });
  const listed = await connect().listCategories({});
  expect(listed).toMatchObject({ value: { categories: [{ description: 'Other words' }, {}, {}] } });
  control.edit('users', 'asha-rao', { ...users[0], password: 'another' });
  await logIn(undefined, 'another');
});

test.each<[string, (control: MockControl) => ReturnType<MockControl['edit']>, string]>([
  [
    'a broken field',
    (c) => c.edit('products', id, { ...product, price: 7 }),
    `products/${id}: price`,
  ],
  [
    'another id',
    (c) => c.edit('products', id, { ...product, _id: 'x' }),
    `products/${id}: _id stays`,
  ],
  ['no such row', (c) => c.edit('products', 'x', product), 'products/x: there is no such row'],
  ['an id that is taken', (c) => c.add('products', product), `products/${id}: _id is that of`],
  ['an empty row', (c) => c.add('products', {}), 'products: _id is missing'],
  [
    'an email that is taken',
    (c) => c.add('users', { ...c.read().tables.users[0], _id: 'eve' }),
    'users/eve: email is that of users/asha-rao already',
  ],
  [
    'a prototype',
    (c) => c.add('users', JSON.parse('{"_id":"eve","__proto__":{"admin":true}}')),
    'users: has a field named __proto__',
  ],
])('%s is refused, and changes nothing', (_, attempt, sentence) => {
  const before = control.read();
  const told = vi.fn();
  control.subscribe(told);
  const result = attempt(control);
  expect(result.ok ? [] : result.error).toContainEqual(expect.stringContaining(sentence));
  expect(control.read()).toBe(before);
  expect(told).not.toHaveBeenCalled();
});

test('a removal of no row changes nothing', () => {
  const before = control.read();
  control.remove('products', 'no');
  expect(control.read()).toBe(before);
});

test('a product that is gone does not break the carts it lies in', async () => {
  const api = await logIn();
  await addToCart(api, id);
  control.remove('products', id);
  const line = { cart: [{ product: { id }, quantity: 1 }] };
  expect(await api.getCart({})).toMatchObject({ ok: true, value: line });
  const body = { action: { type: 'increment' } } as const;
  expect(await api.changeCartQuantity({ productId: id, body })).toMatchObject({ ok: true });
  expect(await api.removeFromCart({ productId: id })).toEqual({ ok: true, value: { cart: [] } });
});

test.each<[Parameters<MockControl['change']>[0], string]>([
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
])('settings out of range are refused: %j', (settings, sentence) => {
  const before = control.read();
  const result = control.change(settings);
  expect(result.ok ? [] : result.error).toContainEqual(expect.stringContaining(sentence));
  expect(control.read()).toBe(before);
});

test('listeners are told after each change until they stop', async () => {
  const states: MockState[] = [];
  const stop = control.subscribe(() => states.push(control.read()));
  control.change({ seed: 5 });
  control.remove('products', id);
  await addToCart(await logIn(), 'chikankari-tunic');
  expect(states.map(({ settings, snapshots }) => [settings.seed, snapshots.length])).toEqual([
    [5, 1],
    [5, 2],
    [5, 3],
  ]);
  stop();
  control.change({ seed: 6 });
  expect(states).toHaveLength(3);
});

test('what is read stays the same object until something changes', async () => {
  const before = control.read();
  await connect().listProducts({});
  expect(control.read()).toBe(before);
  control.change({ seed: 5 });
  expect(control.read()).not.toBe(before);
  expect(control.read()).toBe(control.read());
});

test('users that another tab writes are seen, and listeners told', () => {
  const told = vi.fn();
  control.subscribe(told);
  const tara = { ...control.read().tables.users[0], _id: 'tara', email: 'tara@patchwork.example' };
  localStorage.setItem('patchwork.mock.v1', JSON.stringify({ users: [tara] }));
  window.dispatchEvent(new StorageEvent('storage', { key: 'patchwork.mock.v1' }));
  expect(told).toHaveBeenCalledOnce();
  expect(control.read().tables.users).toEqual([tara]);
  expect(latest()?.cause).toBe('Changed in another tab');
});

test('an edit does not undo what another tab wrote a moment ago', () => {
  const [asha] = control.read().tables.users;
  const tara = { ...asha, _id: 'tara', email: 'tara@patchwork.example' };
  localStorage.setItem('patchwork.mock.v1', JSON.stringify({ users: [asha, tara] }));
  control.edit('users', 'asha-rao', { ...asha, lastName: 'Das' });
  expect(control.read().tables.users).toEqual([{ ...asha, lastName: 'Das' }, tara]);
});
