// @vitest-environment happy-dom
// A query retries by default in browsers only, so its failures are tested in one.
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { aProduct, offline, openShop, settle } from '../testing/fakes.ts';
import { categoriesAtom, productAtom, productsAtom } from './catalogue.ts';
import { loadCatalogueAtom } from './load-catalogue.ts';

const logged = vi.spyOn(console, 'error').mockImplementation(() => {});
beforeEach(() => logged.mockClear());
afterEach(() => vi.unstubAllGlobals());

const shirt = aProduct('shirt');

test('products are pending, then loaded; a second subscriber loads nothing', async () => {
  const { store, take, sent } = openShop();
  const leave = store.sub(productsAtom, () => {});
  expect(store.get(productsAtom).isPending).toBe(true);
  take('listProducts').respond({ products: [shirt] });
  await settle();
  expect(store.get(productsAtom).data).toEqual([shirt]);
  leave();
  store.sub(productsAtom, () => {});
  await settle();
  expect(sent()).toEqual(['listProducts']);
});

test('a failed load is logged, surfaces, and refetch tries again', async () => {
  const { store, take, sent } = openShop();
  store.sub(productsAtom, () => {});
  take('listProducts').fail(offline);
  await settle();
  expect(store.get(productsAtom)).toMatchObject({ isError: true, error: offline });
  expect(logged.mock.calls).toEqual([['Loading products failed:', offline]]);
  expect(sent()).toEqual(['listProducts']);

  void store.get(productsAtom).refetch();
  await settle();
  expect(store.get(productsAtom)).toMatchObject({ isError: false, isPending: true });
  take('listProducts').respond({ products: [shirt] });
  await settle();
  expect(store.get(productsAtom).data).toEqual([shirt]);
});

test('categories load on their own', async () => {
  const { store, take } = openShop();
  store.sub(categoriesAtom, () => {});
  const men = { id: 'men', category: 'MEN', name: 'Men', description: '', image: '' } as const;
  take('listCategories').respond({ categories: [men] });
  await settle();
  expect(store.get(categoriesAtom).data).toEqual([men]);
});

describe('one product', () => {
  test('is loaded by its id, and is the same atom for the same id', async () => {
    const { store, take } = openShop();
    expect(productAtom('shirt')).toBe(productAtom('shirt'));
    store.sub(productAtom('shirt'), () => {});
    const call = take('getProduct');
    expect(call.input).toEqual({ productId: 'shirt' });
    call.respond({ product: shirt });
    await settle();
    expect(store.get(productAtom('shirt')).data).toEqual(shirt);
  });

  test('that is unknown is an error with the status of the response', async () => {
    const { store, take } = openShop();
    const notFound = { kind: 'status', status: 404, messages: [] } as const;
    store.sub(productAtom('ghost'), () => {});
    take('getProduct').fail(notFound);
    await settle();
    expect(store.get(productAtom('ghost'))).toMatchObject({ isError: true, error: notFound });
    expect(logged.mock.calls).toEqual([['Loading product/ghost failed:', notFound]]);
  });

  test('loaded again after a failure starts as pending', async () => {
    const { store, take } = openShop();
    const leave = store.sub(productAtom('shirt'), () => {});
    take('getProduct').fail(offline);
    await settle();
    leave();
    store.sub(productAtom('shirt'), () => {});
    await settle();
    expect(store.get(productAtom('shirt')).isPending).toBe(true);
    take('getProduct').respond({ product: shirt });
    await settle();
    expect(store.get(productAtom('shirt')).data).toEqual(shirt);
  });
});

test('what was loaded at the start is there when a page needs it', async () => {
  const { store, take, sent } = openShop();
  const loading = store.set(loadCatalogueAtom);
  take('listProducts').respond({ products: [shirt] });
  take('listCategories').fail(offline);
  await loading;
  store.sub(productsAtom, () => {});
  expect(store.get(productsAtom).data).toEqual([shirt]);
  expect(sent()).toEqual(['listProducts', 'listCategories']);
});

test('two stores share nothing', async () => {
  const [one, two] = [openShop(), openShop()];
  one.store.sub(productsAtom, () => {});
  two.store.sub(productsAtom, () => {});
  one.take('listProducts').respond({ products: [shirt] });
  await settle();
  expect(two.store.get(productsAtom).isPending).toBe(true);
});
