// @vitest-environment happy-dom
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { sampleProducts } from '../data/sample-products.ts';
import { connect, leave, load } from '../test-support.ts';

const key = 'patchwork.mock.steering.v1';
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
  control.play('out-of-stock');
  control.change({ delay: 7, seed: 3, failures: { getCart: { rate: 0.5, as: 'network' } } });
  control.edit('products', product._id, { ...product, price: '7' });
  control.remove('products', 'puddle-raincoat');
  control.add('products', { ...product, _id: 'new' });
  const { tables, settings, scenario } = control.read();
  const again = await load();
  expect(again.control.read()).toMatchObject({ tables, settings, scenario, current: 0 });
  expect(await connect().getProduct({ productId: 'new' })).toMatchObject({ ok: true });
});

test('the same calls after a reload fail alike', async () => {
  const calls = async () => {
    const results = [];
    for (let call = 0; call < 20; call += 1) results.push((await connect().listProducts({})).ok);
    return results;
  };
  const { control } = await load();
  control.change({ failures: { listProducts: { rate: 0.5, as: 503 } } });
  const before = await calls();
  expect(new Set(before).size).toBe(2);
  await load();
  expect(await calls()).toEqual(before);
});

test('a tab that steers nothing keeps nothing', async () => {
  const mock = await load();
  await connect().signup({ body: { email: 'meera@patchwork.example', password: 'x' } });
  mock.reset();
  expect(sessionStorage).toHaveLength(0);
  mock.control.play('huge-catalogue');
  expect(sessionStorage).toHaveLength(1);
  mock.control.play('sample');
  expect(sessionStorage).toHaveLength(0);
});

test('users are not kept there: they are those of all tabs', async () => {
  const { control } = await load();
  control.play('empty-shop');
  await connect().signup({ body: { email: 'meera@patchwork.example', password: 'secret' } });
  control.change({ delay: 1 });
  expect(sessionStorage.getItem(key)).not.toContain('meera');
  expect((await load()).control.read().tables.users).toHaveLength(2);
});

describe('what cannot be read is discarded', () => {
  const kept = {
    scenario: 'sample',
    settings: { delay: 7, seed: 1, failures: {} },
    difference: [],
    sessionsEndedAt: 0,
  };

  test.each([
    'not json',
    'null',
    '[]',
    JSON.stringify({ ...kept, scenario: 'no' }),
    JSON.stringify({ ...kept, settings: { delay: 'long' } }),
    JSON.stringify({ ...kept, difference: [{ op: 'remove', path: '/products/no' }] }),
    JSON.stringify({
      ...kept,
      difference: [{ op: 'replace', path: `/products/${product._id}/price`, value: 7 }],
    }),
  ])('%s', async (garbage) => {
    sessionStorage.setItem(key, garbage);
    const { control } = await load();
    expect(control.read()).toMatchObject({ scenario: 'sample', settings: { delay: 0 } });
    expect(await connect().listProducts({})).toMatchObject({ ok: true });
  });

  test('and what can be read is not', async () => {
    sessionStorage.setItem(key, JSON.stringify(kept));
    expect((await load()).control.read().settings.delay).toBe(7);
  });
});

test.each(['setItem', 'getItem', 'removeItem'] as const)(
  'a storage that refuses %s leaves the steering in memory',
  async (method) => {
    vi.spyOn(Storage.prototype, method).mockImplementation(() => {
      throw new DOMException('full', 'QuotaExceededError');
    });
    const { control } = await load();
    control.play('empty-shop');
    expect(await connect().listProducts({})).toEqual({ ok: true, value: { products: [] } });
    expect(control.read().scenario).toBe('empty-shop');
  },
);

test('?mock=slow is slow, whatever the tab has kept', async () => {
  (await load()).control.change({ delay: 1 });
  expect((await load('?mock=slow')).control.read().settings.delay).toBe(3000);
});

test('?mock=empty hides the products of any scenario', async () => {
  (await load()).control.play('out-of-stock');
  const { control } = await load('?mock=empty');
  expect(await connect().listProducts({})).toEqual({ ok: true, value: { products: [] } });
  control.remove('categories', 'men');
  expect(await connect().getCategory({ categoryId: 'men' })).toMatchObject({ ok: false });
});
