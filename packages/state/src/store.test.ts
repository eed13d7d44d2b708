import { createStore } from 'jotai';
import { expect, test, vi } from 'vitest';
import { productsAtom } from './catalogue.ts';
import { fakeApi } from './fakes.ts';
import { createShopStore } from './store.ts';
import { testPathTo } from './testing.ts';

test('the API is connected once', () => {
  const connect = vi.fn(() => fakeApi().api);
  createShopStore({ connect, navigate: vi.fn(), pathTo: testPathTo });
  expect(connect).toHaveBeenCalledTimes(1);
});

test('a store made otherwise says what is missing', () => {
  expect(() => createStore().get(productsAtom)).toThrow('not made by createShopStore');
});
