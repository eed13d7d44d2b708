import { afterEach, expect, test, vi } from 'vitest';
import { aProduct, line, meera, memoryStorage, openShop, settle } from '../testing/fakes.ts';
import { logoutAtom } from './auth.ts';
import { addToCartAtom, cartAtom } from './cart.ts';
import { eraseKeptDataAtom, keptDataAtom } from './kept-data.ts';
import { changeSessionAtom, expireSessionAtom } from './session.ts';

vi.mock('../toast.ts', () => ({ toast: { success: () => {}, error: () => {} } }));
afterEach(() => vi.unstubAllGlobals());

/** Meera's visit, with a cart that is loaded. */
async function visit() {
  const storage = memoryStorage();
  const shop = openShop({ session: meera, storage });
  shop.store.sub(cartAtom, () => {});
  shop.take('getCart').respond({ cart: [line('shirt', 1)] });
  await settle();
  return { ...shop, kept: () => shop.store.get(keptDataAtom) };
}

test('logging out leaves nothing of the shopper in the browser', async () => {
  const { store, storage, kept } = await visit();
  expect(kept()).toBe('copies');
  store.set(logoutAtom);
  expect(kept()).toBe('nothing');
  const keys = Array.from({ length: storage.length }, (_, index) => storage.key(index));
  expect(keys).toEqual([]);
});

test('a session that ends by itself leaves its lists, which can be erased', async () => {
  const { store, storage, kept, sent } = await visit();
  store.set(expireSessionAtom);
  expect(kept()).toBe('copies');
  store.set(eraseKeptDataAtom);
  expect(kept()).toBe('nothing');
  expect(storage.length).toBe(0);

  store.set(changeSessionAtom, meera);
  expect(store.get(cartAtom)).toEqual([]);
  expect(sent().filter((name) => name === 'getCart')).toHaveLength(2);
});

test('a change that the API has not confirmed is nowhere else', async () => {
  const { store, kept } = await visit();
  void store.set(addToCartAtom, aProduct('dress'));
  store.set(expireSessionAtom);
  expect(kept()).toBe('unsent');
});
