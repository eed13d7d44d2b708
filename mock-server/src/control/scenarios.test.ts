// @vitest-environment happy-dom
import { sampleProducts } from '@patchwork/api/sample-data';
import { sampleProductsInSizes } from '@patchwork/api/sample-data/styles';
import { defaultFilters, oneOfEachStyle, withSiblings } from '@patchwork/domain';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { addToCart, clearStorage, connect, leave, load, logIn } from '../test-support.ts';
import { createHugeCatalogue, tablesOf } from './scenarios.ts';

beforeEach(clearStorage);

afterEach(leave);

async function listed() {
  const list = await connect().listProducts({});
  return list.ok ? list.value.products : undefined;
}

test('empty-shop has categories and no products', async () => {
  const { control } = await load();
  control.playScenario('empty-shop');
  expect(await listed()).toEqual([]);
  expect(control.read().tables.categories).toHaveLength(3);
});

test('out-of-stock has the sample’s products, none in stock', async () => {
  const { control } = await load();
  control.playScenario('out-of-stock');
  const products = await listed();
  expect(products).toHaveLength(14);
  expect(products?.some(({ inStock }) => inStock)).toBe(false);
});

test('huge-catalogue lists 10,000 distinct products, all valid', async () => {
  const { control } = await load();
  control.playScenario('huge-catalogue');
  const products = (await listed()) ?? [];
  const count = (values: readonly unknown[]) => new Set(values).size;
  expect(count(products.map(({ id }) => id))).toBe(10_000);
  expect(count(products.map(({ title }) => title))).toBe(10_000);
  expect(count(products.map(({ price }) => price))).toBeGreaterThan(1000);
  expect(count(products.map(({ size }) => size))).toBe(5);
  expect(products.some(({ rating }) => Number.isInteger(rating))).toBe(false);
  expect(products.every(({ price }) => price <= 4000)).toBe(true);
  expect(new Set(products.map(({ image }) => image))).toEqual(
    new Set(sampleProducts.map(({ image }) => image)),
  );
  expect(products.every(({ id }) => /^[a-z0-9-]+$/.test(id))).toBe(true);
});

test('the rows of huge-catalogue are always the same', () => {
  expect(createHugeCatalogue()).toEqual(tablesOf('huge-catalogue').products);
});

describe('sizes', () => {
  test('lists about sixty products, all valid, and queries show one of each style with its siblings', async () => {
    const { control } = await load();
    control.playScenario('sizes');
    const all = (await listed()) ?? [];
    expect(all).toHaveLength(sampleProductsInSizes.length);
    expect(all.some((product) => 'siblings' in product)).toBe(false);
    const query = { filters: defaultFilters, priceLimit: 4000 };
    const page = await connect().queryProducts({ query });
    if (!page.ok) throw new Error('no list');
    const { products, listed: count } = page.value;
    expect(products).toHaveLength(21);
    expect(count).toBe(21);
    expect(products).toEqual(oneOfEachStyle(withSiblings(all)));
    for (const productId of ['puddle-raincoat-l', 'madder-puddle-raincoat-s']) {
      const found = await connect().getProduct({ productId });
      const own = withSiblings(all).find(({ id }) => id === productId);
      expect(found).toMatchObject({ ok: true, value: { product: own } });
      expect(own?.siblings).toHaveLength(4);
    }
  });

  test('trending products are one of each style, with their siblings', async () => {
    const { control } = await load();
    control.playScenario('sizes');
    const kurta = 'khadi-band-collar-kurta-m';
    const row = control.read().tables.products.find(({ _id }) => _id === kurta);
    expect(
      control.editRow('products', kurta, { ...row, price: '1500', trending: true }),
    ).toMatchObject({
      ok: true,
    });
    const trending = await connect().listTrending({});
    expect(trending.ok && trending.value.products.map(({ id }) => id)).toEqual([
      'indigo-selvedge-overshirt',
      kurta,
      'patchwork-chore-jacket',
      'marigold-anarkali-dress',
    ]);
    expect(trending.ok && trending.value.products[1]?.siblings).toHaveLength(4);
  });
});

test('expired-session refuses every earlier token, and accepts new ones', async () => {
  const { control } = await load();
  const before = await logIn();
  await new Promise((done) => setTimeout(done, 2));
  control.playScenario('expired-session');
  expect(await before.getCart({})).toMatchObject({ error: { status: 401 } });
  const after = await logIn();
  expect(await after.getCart({})).toMatchObject({ ok: true });
  await load();
  expect(await before.getCart({})).toMatchObject({ error: { status: 401 } });
  expect(await after.getCart({})).toMatchObject({ ok: true });
});

test('slow-network makes responses wait for three seconds', async () => {
  const { control } = await load();
  control.playScenario('slow-network');
  expect(control.read().settings.delay).toBe(3000);
});

test('flaky-network fails about a third of all calls', async () => {
  const { control } = await load();
  control.playScenario('flaky-network');
  const results = [];
  for (let call = 0; call < 60; call += 1) results.push(await connect().listCategories({}));
  const lost = results.filter((result) => !result.ok && result.error.kind === 'network').length;
  expect(lost).toBeGreaterThan(10);
  expect(lost).toBeLessThan(30);
  expect(results.filter(({ ok }) => ok)).toHaveLength(60 - lost);
});

test('a scenario replaces all data, and sample restores it', async () => {
  const { control } = await load();
  await addToCart(await logIn(), 'chikankari-tunic');
  control.changeSettings({ delay: 5, failures: { getCart: { rate: 1, as: 500 } } });
  control.playScenario('empty-shop');
  control.playScenario('sample');
  expect(control.read()).toMatchObject({
    tables: tablesOf('sample'),
    settings: { delay: 0, failures: {} },
    scenario: 'sample',
  });
  expect(await (await logIn()).getCart({})).toEqual({ ok: true, value: { cart: [] } });
});
