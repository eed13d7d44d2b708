// @vitest-environment happy-dom

import { sampleProducts } from '@patchwork/sample-data';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { connect, leave, load } from '../test-support.ts';

const key = 'patchwork:mock-state';
const [product] = sampleProducts;
if (!product) throw new Error('the sample has products');

beforeEach(() => {
  localStorage.clear();
  sessionStorage.clear();
});

afterEach(() => {
  vi.restoreAllMocks();
  leave();
});

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

test('the same calls after a reload fail the same way', async () => {
  const calls = async () => {
    const results = [];
    for (let call = 0; call < 20; call += 1) results.push((await connect().listProducts({})).ok);
    return results;
  };
  const { control } = await load();
  control.changeSettings({ failures: { listProducts: { rate: 0.5, as: 503 } } });
  const before = await calls();
  expect(new Set(before).size).toBe(2);
  await load();
  expect(await calls()).toEqual(before);
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

test('users are not stored with the tab: all tabs share them', async () => {
  const { control } = await load();
  control.playScenario('empty-shop');
  await connect().signup({ body: { email: 'meera@patchwork.example', password: 'secret' } });
  control.changeSettings({ delay: 1 });
  expect(sessionStorage.getItem(key)).not.toContain('meera');
  expect((await load()).control.read().tables.users).toHaveLength(2);
});

describe('what cannot be read is discarded', () => {
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

  test('what can be read is used', async () => {
    sessionStorage.setItem(key, stored({}));
    expect((await load()).control.read().settings.delay).toBe(7);
  });
});

test.each(['setItem', 'getItem', 'removeItem'] as const)(
  'with a storage that refuses %s, the state is in memory',
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
