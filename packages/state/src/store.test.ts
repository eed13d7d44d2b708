import { createStore } from 'jotai';
import { expect, test, vi } from 'vitest';
import { productsAtom } from './atoms/catalogue.ts';
import { createShopStore } from './store.ts';
import { fakeApi } from './testing/fakes.ts';
import { testPathTo } from './testing/path-to.ts';

test('the API is connected once', () => {
  const connect = vi.fn(() => fakeApi().api);
  createShopStore({ connect, navigate: vi.fn(), pathTo: testPathTo });
  expect(connect).toHaveBeenCalledTimes(1);
});

test('a store made otherwise says what is missing', () => {
  expect(() => createStore().get(productsAtom)).toThrow('not made by createShopStore');
});
