// @vitest-environment happy-dom

import { createShopStore, createTestMock, testPathTo } from '@patchwork/kit/testing';
import { aProduct } from '@patchwork/kit/testing/samples';
import { cartAtom, changeCartAtom, changeSessionAtom } from '@patchwork/shop';
import { expect, test, vi } from 'vitest';
import { eraseKeptDataAtom, keptDataAtom } from './kept-data.ts';
import { logoutAtom } from './session.ts';

const shirt = aProduct({ id: 'shirt' });

/** Opens a shop as Asha, with a cart that is loaded. */
async function visit() {
  const mock = createTestMock({ products: [shirt], cart: [{ product: shirt, quantity: 1 }] });
  let endSession = () => {};
  const store = createShopStore({
    connect: (auth) => {
      endSession = auth.onUnauthorized;
      return mock.connect(auth);
    },
    navigate: vi.fn(),
    pathTo: testPathTo,
  });
  const session = await mock.logIn();
  store.set(changeSessionAtom, session);
  store.sub(cartAtom, () => {});
  await vi.waitFor(() => expect(store.get(cartAtom).items).toHaveLength(1));
  return { ...mock, store, session, endSession, kept: () => store.get(keptDataAtom) };
}

test('logging out removes all of the shopper’s data from the browser', async () => {
  const { store, kept } = await visit();
  expect(kept()).toBe('copies');
  store.set(logoutAtom);
  expect(kept()).toBe('nothing');
  expect(Object.keys(localStorage)).toEqual([]);
});

test('a session that expires leaves its data, which can be erased', async () => {
  const { store, session, endSession, kept, hold } = await visit();
  endSession();
  expect(kept()).toBe('copies');
  store.set(eraseKeptDataAtom);
  expect(kept()).toBe('nothing');
  expect(Object.keys(localStorage)).toEqual([]);

  const release = hold('getCart');
  store.set(changeSessionAtom, session);
  expect(store.get(cartAtom).items).toEqual([]);
  release();
  await vi.waitFor(() => expect(store.get(cartAtom).items).toHaveLength(1));
});

test('a change that the API has not confirmed counts as unsent', async () => {
  const { store, endSession, kept, hold } = await visit();
  const release = hold('addToCart');
  void store.set(changeCartAtom, { type: 'add', product: aProduct({ id: 'dress' }) });
  endSession();
  release();
  expect(kept()).toBe('unsent');
});

test('data that another remote stores for a shopper is found and erased too', async () => {
  const { store, kept, endSession } = await visit();
  const [cart = ''] = Object.keys(localStorage).filter((key) => key.startsWith('patchwork:cart/'));
  const notes = cart.replace('cart', 'gift-notes');
  localStorage.setItem(notes, '{"version":1,"value":"for Meera"}');
  localStorage.removeItem(cart);
  endSession();
  expect(kept()).toBe('copies');
  store.set(eraseKeptDataAtom);
  expect(localStorage.getItem(notes)).toBeNull();
});
