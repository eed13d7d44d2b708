// @vitest-environment happy-dom
import type { Session } from '@patchwork/domain';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { forgetSession, storeSession } from '../storage/stored-session.ts';
import { arjun, line, meera, openCart, openShop, settle } from '../testing/fakes.ts';
import { cartAtom } from './cart.ts';
import { sessionAtom } from './session.ts';

const toast = vi.hoisted(() => ({ success: vi.fn(), error: vi.fn() }));
vi.mock('../toast.ts', () => ({ toast }));

beforeEach(() => vi.clearAllMocks());
afterEach(() => vi.unstubAllGlobals());

const sendStorageEvent = (key: string | null) =>
  window.dispatchEvent(new StorageEvent('storage', { key }));

/** What another tab writes when a shopper logs in there, or out; without its event. */
const writeInOtherTab = (session: Session | null) =>
  session ? storeSession(session) : forgetSession();

/** The same, with the event of the entry that is written last and removed first. */
function changeInOtherTab(session: Session | null) {
  writeInOtherTab(session);
  sendStorageEvent('userToken');
}

const returnFromCache = () =>
  window.dispatchEvent(Object.assign(new Event('pageshow'), { persisted: true }));

test('logging in in another tab logs in here, without a toast and without leaving the page', () => {
  const { store, auth, navigate } = openShop();
  changeInOtherTab(meera);
  expect(store.get(sessionAtom)).toEqual(meera);
  expect(auth.getToken()).toBe('token-of-meera');
  expect(toast.success).not.toHaveBeenCalled();
  expect(navigate).not.toHaveBeenCalled();
});

test('logging out in another tab logs out here: no call carries the token, the lines are removed', async () => {
  const { store, auth, shown } = await openCart(line('shirt', 2));
  changeInOtherTab(null);
  expect(store.get(sessionAtom)).toBeNull();
  expect(auth.getToken()).toBeUndefined();
  expect(shown()).toEqual([]);
});

test('clearing the whole storage elsewhere logs out here', () => {
  const { store, storage } = openShop({ session: meera });
  storage.clear();
  sendStorageEvent(null);
  expect(store.get(sessionAtom)).toBeNull();
});

test('another shopper who logs in elsewhere is the shopper here, with a cart of her own', async () => {
  const { store, take, shown } = await openCart(line('shirt', 2));
  changeInOtherTab(arjun);
  expect(store.get(sessionAtom)).toEqual(arjun);
  expect(shown()).toEqual([]);
  await settle();
  take('getCart').respond({ cart: [line('kurta', 1)] });
  await settle();
  expect(shown()).toEqual(['kurta 1']);
});

test('a response to one shopper is not shown to the next', async () => {
  const { store, take, add, shown } = await openCart();
  void add('shirt');
  const call = take('addToCart');
  changeInOtherTab(arjun);
  call.respond({ cart: [line('shirt', 1)] });
  await settle();
  expect(shown()).toEqual([]);
  expect(toast.success).not.toHaveBeenCalled();
  expect(store.get(sessionAtom)).toEqual(arjun);
});

test('the same shopper with a new token sees what she saw', async () => {
  const { auth, shown } = await openCart(line('shirt', 2));
  changeInOtherTab({ ...meera, token: 'a later token' });
  expect(auth.getToken()).toBe('a later token');
  expect(shown()).toEqual(['shirt 2']);
});

test('half a session from another tab is no session', () => {
  const { store, storage } = openShop({ session: meera });
  storage.setItem('patchwork:user', '{"version":2,"value":');
  sendStorageEvent('userToken');
  storage.setItem('userToken', 'token-of-no-one');
  sendStorageEvent('userToken');
  expect(store.get(sessionAtom)).toBeNull();
  expect(storage.length).toBe(0);
});

test('an entry that is no session of ours changes nothing', () => {
  const { store, storage } = openShop({ session: meera });
  storage.setItem('another-program', 'x');
  sendStorageEvent('another-program');
  expect(store.get(sessionAtom)).toEqual(meera);
});

describe('a page in the back-forward cache', () => {
  test('is logged out when it is back, if another one logged out meanwhile', () => {
    const { store } = openShop({ session: meera });
    writeInOtherTab(null);
    returnFromCache();
    expect(store.get(sessionAtom)).toBeNull();
  });

  test('changes nothing when it is shown for the first time', () => {
    const { store } = openShop({ session: meera });
    writeInOtherTab(null);
    window.dispatchEvent(Object.assign(new Event('pageshow'), { persisted: false }));
    expect(store.get(sessionAtom)).toEqual(meera);
  });
});

describe('a token that is refused after another tab has replaced it', () => {
  test('ends no session: this page takes over the new one', async () => {
    const { store, auth, navigate, storage } = await openCart(line('shirt', 2));
    const later = { ...meera, token: 'a later token' };
    writeInOtherTab(later);
    auth.onUnauthorized();
    expect(store.get(sessionAtom)).toEqual(later);
    expect(store.get(cartAtom).items).toHaveLength(1);
    expect(storage.getItem('userToken')).toBe('a later token');
    expect(toast.error).not.toHaveBeenCalled();
    expect(navigate).not.toHaveBeenCalled();
  });

  test('goes to login where the storage has no other', () => {
    const { store, auth, navigate } = openShop({ session: meera });
    writeInOtherTab(null);
    auth.onUnauthorized();
    expect(store.get(sessionAtom)).toBeNull();
    expect(navigate.mock.calls).toEqual([['/login']]);
  });
});
