import type { PathTo } from '@patchwork/domain';
import { expect, test, vi } from 'vitest';
import { createShopStore } from '../store.ts';
import { fakeApi, memoryStorage } from '../testing/fakes.ts';
import { changeFiltersAtom, filtersAtom, followLocationAtom } from './filters.ts';
import { requireLoginAtom } from './session.ts';

/** The remotes have moved their pages: nothing but the table of paths knows it. */
const pathTo: PathTo = (page, ..._parameters) => `/moved/${page}`;

function openShop() {
  vi.stubGlobal('localStorage', memoryStorage());
  const navigate = vi.fn();
  const store = createShopStore({ connect: () => fakeApi().api, navigate, pathTo });
  return { store, navigate };
}

test('the filters follow the product list to its new path', () => {
  const { store, navigate } = openShop();
  store.set(followLocationAtom, { pathname: '/moved/product-list', search: '?search=kurta' });
  expect(store.get(filtersAtom).search).toBe('kurta');
  store.set(changeFiltersAtom, { search: 'shirt' });
  expect(navigate).toHaveBeenCalledExactlyOnceWith(
    '/moved/product-list?search=shirt',
    expect.objectContaining({ replace: true }),
  );
  store.set(followLocationAtom, { pathname: '/productlist', search: '?search=old' });
  expect(store.get(filtersAtom).search).toBe('shirt');
});

test('home resets the filters at its new path', () => {
  const { store } = openShop();
  store.set(changeFiltersAtom, { search: 'shirt' });
  store.set(followLocationAtom, { pathname: '/moved/home', search: '' });
  expect(store.get(filtersAtom).search).toBe('');
});

test('whoever has to log in is sent to the new login page', () => {
  const { store, navigate } = openShop();
  store.set(requireLoginAtom);
  expect(navigate.mock.calls).toEqual([['/moved/login']]);
});
