// @vitest-environment happy-dom
// A query retries by default in browsers only, so its failures are tested in one.
import { beforeEach, expect, test, vi } from 'vitest';
import { whenLoaded } from '../server-data.ts';
import { aProduct, offline, openShop, settle } from '../testing/fakes.ts';
import { loadProductsAtom, productsAtom } from './catalogue.ts';

beforeEach(() => void vi.spyOn(console, 'error').mockReturnValue());

const shirt = aProduct('shirt');

test('products are pending, then loaded; a second subscriber loads nothing', async () => {
  const { store, respond, sent } = openShop();
  const leave = store.sub(productsAtom, () => {});
  expect(store.get(productsAtom).isPending).toBe(true);
  await respond('listProducts', { products: [shirt] });
  expect(store.get(productsAtom).data).toEqual([shirt]);
  leave();
  store.sub(productsAtom, () => {});
  await settle();
  expect(sent()).toEqual(['listProducts']);
});

test('products that arrive after a component was rendered, and before it subscribes, are shown', async () => {
  const { store, respond, sent } = openShop();
  void store.set(loadProductsAtom);
  await settle();
  expect(store.get(productsAtom).isPending).toBe(true);
  await respond('listProducts', { products: [shirt] });
  store.sub(productsAtom, () => {});
  await settle();
  expect(store.get(productsAtom).data).toEqual([shirt]);
  expect(sent()).toEqual(['listProducts']);
});

test('a failed load is logged and reported, and refetch tries again', async () => {
  const { store, respond, fail, sent } = openShop();
  store.sub(productsAtom, () => {});
  await fail('listProducts', offline);
  expect(store.get(productsAtom)).toMatchObject({ isError: true, error: offline });
  expect(vi.mocked(console.error).mock.calls).toEqual([['Loading products failed:', offline]]);
  expect(sent()).toEqual(['listProducts']);

  void store.get(productsAtom).refetch();
  await settle();
  expect(store.get(productsAtom)).toMatchObject({ isError: false, isPending: true });
  await respond('listProducts', { products: [shirt] });
  expect(store.get(productsAtom).data).toEqual([shirt]);
});

test('products that were loaded at the start are available when a page needs them', async () => {
  const { store, respond, sent } = openShop();
  let isLoaded = false;
  void store.set(loadProductsAtom);
  void whenLoaded(store).then(() => {
    isLoaded = true;
  });
  await settle();
  expect(isLoaded).toBe(false);
  await respond('listProducts', { products: [shirt] });
  expect(isLoaded).toBe(true);
  store.sub(productsAtom, () => {});
  expect(store.get(productsAtom).data).toEqual([shirt]);
  expect(sent()).toEqual(['listProducts']);
});

test('a shop that queries its catalogue loads no products at the start', async () => {
  const { store, sent } = openShop({ queriesCatalogue: true });
  void store.set(loadProductsAtom);
  await whenLoaded(store);
  expect(sent()).toEqual([]);
});
