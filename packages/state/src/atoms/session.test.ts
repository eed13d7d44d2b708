import { shopperStorageKey } from '@patchwork/storage';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { servicesAtom } from '../services.ts';
import { createShopStore } from '../store.ts';
import {
  arjun,
  meera,
  memoryStorage,
  offline,
  offlineText,
  openShop,
  settle,
} from '../testing/fakes.ts';
import { testPathTo } from '../testing/path-to.ts';
import { isOfflineAtom } from './network.ts';
import { changeSessionAtom, sessionAtom } from './session.ts';

const toast = vi.hoisted(() => ({ success: vi.fn(), error: vi.fn(), warning: vi.fn() }));
vi.mock('../toast.ts', () => ({ toast }));

beforeEach(() => vi.clearAllMocks());
afterEach(() => vi.unstubAllGlobals());

describe('the session of the last visit', () => {
  test('is restored without a toast, and its token goes into calls', () => {
    const { store, auth } = openShop({ session: meera });
    expect(store.get(sessionAtom)).toEqual(meera);
    expect(auth.getToken()).toBe('token-of-meera');
    expect(toast.success).not.toHaveBeenCalled();
  });

  test('is none in a new browser', () => {
    const { store, auth } = openShop();
    expect(store.get(sessionAtom)).toBeNull();
    expect(auth.getToken()).toBeUndefined();
  });

  test('is none where storage is missing altogether', () => {
    vi.stubGlobal('localStorage', undefined);
    const connect = () => openShop().api;
    expect(
      createShopStore({ connect, navigate: vi.fn(), pathTo: testPathTo }).get(sessionAtom),
    ).toBeNull();
  });
});

test('a session that begins is stored, and its token goes into calls', () => {
  const { store, auth, storage } = openShop();
  store.set(changeSessionAtom, meera);
  expect(store.get(sessionAtom)).toEqual(meera);
  expect(auth.getToken()).toBe('token-of-meera');
  expect(storage.getItem('userToken')).toBe('token-of-meera');
});

test('where the browser’s storage is full, it is said that a reload ends the session', () => {
  const { store, storage } = openShop();
  storage.setItem = () => {
    throw new DOMException('full', 'QuotaExceededError');
  };
  store.set(changeSessionAtom, meera);
  expect(store.get(sessionAtom)).toEqual(meera);
  expect(toast.warning).toHaveBeenCalledWith(expect.stringContaining('after a reload'));
});

/** Meera's and Arjun's values, and one that belongs to the browser. */
const stored = () =>
  memoryStorage({
    [shopperStorageKey('cart', 'meera@example.in')]: 'a cart',
    [shopperStorageKey('gift-notes', 'meera@example.in')]: 'of another remote',
    [shopperStorageKey('cart', 'arjun@example.in')]: 'his cart',
    'patchwork:bucket': '7',
  });

test('logging out erases all that the browser stores of this shopper, whichever remote stored it', () => {
  const { store, auth, storage } = openShop({ session: meera, storage: stored() });
  store.set(changeSessionAtom, null, 'erased');
  expect(store.get(sessionAtom)).toBeNull();
  expect(auth.getToken()).toBeUndefined();
  const keys = Array.from({ length: storage.length }, (_, index) => storage.key(index));
  expect(keys).toEqual([shopperStorageKey('cart', 'arjun@example.in'), 'patchwork:bucket']);
});

test('a session that ends otherwise leaves what the browser stores of the shopper', () => {
  const { store, storage } = openShop({ session: meera, storage: stored() });
  store.set(changeSessionAtom, null);
  expect(store.get(sessionAtom)).toBeNull();
  expect(storage.getItem('userToken')).toBeNull();
  expect(storage.length).toBe(4);
});

describe('a refused token', () => {
  test('logs out and goes to /login with one toast, for several calls', () => {
    const { store, auth, navigate, storage } = openShop({ session: meera });
    auth.onUnauthorized();
    auth.onUnauthorized();
    expect(store.get(sessionAtom)).toBeNull();
    expect(storage.length).toBe(0);
    expect(toast.error.mock.calls).toEqual([['Please login to continue!']]);
    expect(navigate.mock.calls).toEqual([['/login']]);
  });

  test('means nothing to a visitor', async () => {
    const { auth, navigate } = openShop();
    auth.onUnauthorized();
    await settle();
    expect(toast.error).not.toHaveBeenCalled();
    expect(navigate).not.toHaveBeenCalled();
  });
});

describe('a call of the API', () => {
  const callApi = ({ store }: ReturnType<typeof openShop>) =>
    store.get(servicesAtom).callApi((api) => api.listOrders({ query: {} }));

  test('gives its value while the same shopper is logged in', async () => {
    const shop = openShop({ session: meera });
    const called = callApi(shop);
    shop.take('listOrders').respond({ orders: [], nextCursor: null });
    expect(await called).toEqual({ ok: true, value: { orders: [], nextCursor: null } });
  });

  test('gives the sentence to show where it fails, and is a sign of the network where it was lost', async () => {
    const shop = openShop({ session: meera });
    const called = callApi(shop);
    shop.take('listOrders').fail(offline);
    expect(await called).toEqual({ ok: false, error: offlineText });
    expect(shop.store.get(isOfflineAtom)).toBe(true);
  });

  test('gives no late answer to another shopper', async () => {
    const shop = openShop({ session: meera });
    const called = callApi(shop);
    shop.store.set(changeSessionAtom, arjun);
    shop.take('listOrders').respond({ orders: [], nextCursor: null });
    expect((await called).ok).toBe(false);
  });

  test('sends a visitor to /login with the toast, and asks nothing', async () => {
    const shop = openShop();
    expect((await callApi(shop)).ok).toBe(false);
    expect(toast.error.mock.calls).toEqual([['Please login to continue!']]);
    expect(shop.navigate.mock.calls).toEqual([['/login']]);
    expect(shop.sent()).toEqual([]);
  });
});
