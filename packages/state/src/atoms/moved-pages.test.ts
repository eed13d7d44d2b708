import type { PathTo } from '@patchwork/domain';
import { expect, test, vi } from 'vitest';
import { createShopStore } from '../store.ts';
import { fakeApi, memoryStorage } from '../testing/fakes.ts';
import { changeCartAtom } from './cart.ts';

/** The remotes have moved their pages: nothing but the table of paths knows it. */
const pathTo: PathTo = (page, ..._parameters) => `/moved/${page}`;

function openShop() {
  vi.stubGlobal('localStorage', memoryStorage());
  const navigate = vi.fn();
  const store = createShopStore({ connect: () => fakeApi().api, navigate, pathTo });
  return { store, navigate };
}

test('whoever has to log in is sent to the new login page', () => {
  const { store, navigate } = openShop();
  void store.set(changeCartAtom, { type: 'remove', productId: 'shirt' });
  expect(navigate.mock.calls).toEqual([['/moved/login']]);
});
