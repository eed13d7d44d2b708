// @vitest-environment happy-dom

import { sampleProducts } from '@patchwork/api/sample-data';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import {
  addToCart,
  connect,
  leave,
  listRepeatedly,
  load,
  logIn,
  type OpenMock,
  openBrowser,
} from '../test-support.ts';
import type { MockControl } from './control.ts';

let mock: OpenMock;
let control: MockControl;

beforeEach(async () => {
  mock = await openBrowser();
  control = mock.control;
});

afterEach(() => {
  leave();
});

const causes = () => control.read().changes.map(({ cause }) => cause);

const lastId = () => control.read().changes.at(-1)?.id;

async function cartOf(): Promise<readonly string[]> {
  const cart = await (await logIn()).getCart({});
  if (!cart.ok) throw new Error('no cart');
  return cart.value.cart.map(({ product }) => product.id);
}

test('the first entry is the data that the page started with', () => {
  expect(control.read().changes).toEqual([
    { id: 0, at: expect.any(Number), cause: 'The data that the page found', difference: [] },
  ]);
});

test('a request that changes the data is listed with its changes', async () => {
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

test('a request that changes nothing is not listed', async () => {
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

test('going back can be undone by going to a later change', async () => {
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

test('going back to before a scenario restores the earlier scenario, but not its settings', () => {
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

test('a reset is listed, and restores the rows of the current scenario', async () => {
  control.playScenario('empty-shop');
  await connect().signup({ body: { email: 'meera@patchwork.example', password: 'x' } });
  control.changeSettings({ delay: 5 });
  control.reset();
  expect(control.read()).toMatchObject({ scenario: 'empty-shop', settings: { delay: 5 } });
  expect(control.read().tables.users).toHaveLength(2);
  expect(causes().at(-1)).toBe('Reset');
});

const key = 'patchwork:mock-state';
const [product] = sampleProducts;
if (!product) throw new Error('the sample has products');

test('scenario, settings and edits survive a reload of the tab', async () => {
  const { control } = await load();
  control.playScenario('out-of-stock');
  control.changeSettings({
    delay: 7,
    seed: 3,
    failures: { getCart: { rate: 0.5, as: 'network' } },
  });
  control.editRow('products', product._id, { ...product, price: '7' });
  control.removeRow('products', 'puddle-raincoat');
  control.addRow('products', { ...product, _id: 'new' });
  const { tables, settings, scenario } = control.read();
  const again = await load();
  expect(again.control.read()).toMatchObject({ tables, settings, scenario, changes: [{ id: 0 }] });
  expect(await connect().getProduct({ productId: 'new' })).toMatchObject({ ok: true });
});

test('after a reload, the same calls fail in the same way', async () => {
  const { control } = await load();
  control.changeSettings({ failures: { listProducts: { rate: 0.5, as: 503 } } });
  const before = await listRepeatedly();
  expect(new Set(before).size).toBe(2);
  await load();
  expect(await listRepeatedly()).toEqual(before);
});

test('a tab that changes no setting, scenario or row stores nothing', async () => {
  const mock = await load();
  await connect().signup({ body: { email: 'meera@patchwork.example', password: 'x' } });
  mock.control.reset();
  expect(sessionStorage).toHaveLength(0);
  mock.control.playScenario('huge-catalogue');
  expect(sessionStorage).toHaveLength(1);
  mock.control.playScenario('sample');
  expect(sessionStorage).toHaveLength(0);
});

test('users are not stored per tab: all tabs share them', async () => {
  const { control } = await load();
  control.playScenario('empty-shop');
  await connect().signup({ body: { email: 'meera@patchwork.example', password: 'secret' } });
  control.changeSettings({ delay: 1 });
  expect(sessionStorage.getItem(key)).not.toContain('meera');
  expect((await load()).control.read().tables.users).toHaveLength(3);
});

describe('an unreadable stored state is discarded', () => {
  const state = {
    scenario: 'sample',
    settings: { delay: 7, seed: 1, failures: {} },
    difference: [],
    sessionsEndedAt: 0,
  };
  const stored = (changed: object) =>
    JSON.stringify({ version: 1, value: { ...state, ...changed } });

  test.each([
    'not json',
    'null',
    '[]',
    stored({ scenario: 'no' }),
    stored({ settings: { delay: 'long' } }),
    stored({ difference: [{ op: 'remove', path: '/products/no' }] }),
    stored({
      difference: [{ op: 'replace', path: `/products/${product._id}/price`, value: 7 }],
    }),
  ])('%s', async (garbage) => {
    sessionStorage.setItem(key, garbage);
    const { control } = await load();
    expect(control.read()).toMatchObject({ scenario: 'sample', settings: { delay: 0 } });
    expect(await connect().listProducts({})).toMatchObject({ ok: true });
  });

  test('a readable stored state is used', async () => {
    sessionStorage.setItem(key, stored({}));
    expect((await load()).control.read().settings.delay).toBe(7);
  });
});

test.each(['setItem', 'getItem', 'removeItem'] as const)(
  'if the storage refuses %s, the state is in memory',
  async (method) => {
    vi.spyOn(Storage.prototype, method).mockImplementation(() => {
      throw new DOMException('full', 'QuotaExceededError');
    });
    const { control } = await load();
    control.playScenario('empty-shop');
    expect(await connect().listProducts({})).toEqual({ ok: true, value: { products: [] } });
    expect(control.read().scenario).toBe('empty-shop');
  },
);

test('?mock=slow is slow, whatever the tab has stored', async () => {
  (await load()).control.changeSettings({ delay: 1 });
  expect((await load('?mock=slow')).control.read().settings.delay).toBe(3000);
});

test('?mock=empty hides the products of any scenario', async () => {
  (await load()).control.playScenario('out-of-stock');
  const { control } = await load('?mock=empty');
  expect(await connect().listProducts({})).toEqual({ ok: true, value: { products: [] } });
  control.removeRow('categories', 'men');
  expect(await connect().getCategory({ categoryId: 'men' })).toMatchObject({ ok: false });
});
