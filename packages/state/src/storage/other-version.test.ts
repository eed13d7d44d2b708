import { shopperStorageKey } from '@patchwork/storage';
import { afterEach, expect, test, vi } from 'vitest';
import { cart, cartAtom, changeCartAtom } from '../atoms/cart.ts';
import {
  changeSessionAtom,
  expireSessionAtom,
  followSessionAtom,
  sessionAtom,
} from '../atoms/session.ts';
import { aProduct, line, meera, memoryStorage, openShop, settle } from '../testing/fakes.ts';
import { followStorageAtom } from './written-values.ts';

vi.mock('../toast.ts', () => ({ toast: { success: () => {}, error: () => {} } }));
afterEach(() => vi.unstubAllGlobals());

const cartKey = shopperStorageKey('cart', meera.user.email);
const ofNextRelease = '{"version":99,"value":{"lines":[]}}';

/** Meera's page with a shirt in the cart, and a change that the server has not confirmed. */
async function openPage() {
  const storage = memoryStorage();
  const { store, take, sent } = openShop({ storage });
  store.set(changeSessionAtom, meera);
  store.sub(cartAtom, () => {});
  take('getCart').respond({ cart: [line('shirt', 2)] });
  await settle();
  void store.set(changeCartAtom, { type: 'add', product: aProduct('dress') });
  await settle();
  const shown = () =>
    store.get(cartAtom).items.map(({ product, quantity }) => [product.id, quantity]);
  return { store, storage, take, sent, shown };
}

test('a tab of another release that writes another format takes nothing from this page’s cart', async () => {
  const { store, storage, take, shown } = await openPage();
  storage.setItem(cartKey, ofNextRelease);
  store.set(followStorageAtom);
  expect(shown()).toEqual([
    ['shirt', 2],
    ['dress', 1],
  ]);
  take('addToCart').respond({ cart: [line('shirt', 2), line('dress', 1)] });
  await settle();
  expect(shown()).toEqual([
    ['shirt', 2],
    ['dress', 1],
  ]);
  expect(store.get(cart.queueAtom).pending).toEqual([]);
});

test('a login in a tab of another release, with another format, is not undone by this page', async () => {
  const { store, storage } = await openPage();
  storage.setItem('patchwork:user', ofNextRelease);
  storage.setItem('userToken', 'token of the other tab');
  store.set(followSessionAtom);
  expect(store.get(sessionAtom)).toEqual(meera);
  // The server ends this page's session. The other one goes on.
  store.set(expireSessionAtom);
  expect(store.get(sessionAtom)).toBeNull();
  expect(storage.getItem('patchwork:user')).toBe(ofNextRelease);
  expect(storage.getItem('userToken')).toBe('token of the other tab');
});

test('a logout in a tab of another release ends this page’s session too', async () => {
  const { store, storage } = await openPage();
  storage.removeItem('userToken');
  storage.removeItem('patchwork:user');
  store.set(followSessionAtom);
  expect(store.get(sessionAtom)).toBeNull();
});
