import { createStore } from 'jotai';
import { expect, test, vi } from 'vitest';
import { changeCartAtom } from './atoms/cart.ts';
import { productsAtom } from './atoms/catalogue.ts';
import { createShopStore } from './store.ts';
import { fakeApi } from './testing/fakes.ts';

test('the API is connected once, and pages have the paths that the remotes declare', () => {
  const connect = vi.fn(() => fakeApi().api);
  const navigate = vi.fn();
  const store = createShopStore({ connect, navigate, pathTo: (page, ..._) => `/moved/${page}` });
  void store.set(changeCartAtom, { type: 'remove', productId: 'shirt' });
  expect(navigate.mock.calls).toEqual([['/moved/login']]);
  expect(connect).toHaveBeenCalledTimes(1);
});

test('a store that createShopStore did not create is reported as such', () => {
  expect(() => createStore().get(productsAtom)).toThrow('not made by createShopStore');
});
