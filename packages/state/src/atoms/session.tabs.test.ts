// @vitest-environment happy-dom
import type { Session } from '@patchwork/domain';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { forgetSession, storeSession } from '../storage/stored-session.ts';
import { arjun, line, meera, openCart, openShop, settle } from '../testing/fakes.ts';
import { loginAtom } from './auth.ts';
import { cartAtom } from './cart.ts';
import { sessionAtom } from './session.ts';

const toast = vi.hoisted(() => ({ success: vi.fn(), error: vi.fn() }));
vi.mock('react-toastify', () => ({ toast }));

beforeEach(() => vi.clearAllMocks());
afterEach(() => vi.unstubAllGlobals());

const tell = (key: string | null) => window.dispatchEvent(new StorageEvent('storage', { key }));

/** What another tab writes when a shopper logs in there, or out; without its event. */
const writeElsewhere = (session: Session | null) =>
  session ? storeSession(session) : forgetSession();

/** The same, with the event of the entry that is written last and removed first. */
function changeElsewhere(session: Session | null) {
  writeElsewhere(session);
  tell('userToken');
}

const comeBack = () =>
  window.dispatchEvent(Object.assign(new Event('pageshow'), { persisted: true }));

test('logging in elsewhere logs in here, without a toast and without leaving the page', () => {
  const { store, auth, navigate } = openShop();
  changeElsewhere(meera);
  expect(store.get(sessionAtom)).toEqual(meera);
  expect(auth.getToken()).toBe('token-of-meera');
  expect(toast.success).not.toHaveBeenCalled();
  expect(navigate).not.toHaveBeenCalled();
});

test('logging out elsewhere logs out here: the token goes into no call, the lines are gone', async () => {
  const { store, auth, shown } = await openCart(line('shirt', 2));
  changeElsewhere(null);
  expect(store.get(sessionAtom)).toBeNull();
  expect(auth.getToken()).toBeUndefined();
  expect(shown()).toEqual([]);
});

test('clearing the whole storage elsewhere logs out here', () => {
  const { store, storage } = openShop({ session: meera });
  storage.clear();
  tell(null);
  expect(store.get(sessionAtom)).toBeNull();
});

test('another shopper who logs in elsewhere is the shopper here, with a cart of her own', async () => {
  const { store, take, shown } = await openCart(line('shirt', 2));
  changeElsewhere(arjun);
  expect(store.get(sessionAtom)).toEqual(arjun);
  expect(shown()).toEqual([]);
  await settle();
  take('getCart').answer({ cart: [line('kurta', 1)] });
  await settle();
  expect(shown()).toEqual(['kurta 1']);
});

test('an answer to the shopper before does not reach the one who came after', async () => {
  const { store, take, add, shown } = await openCart();
  void add('shirt');
  const call = take('addToCart');
  changeElsewhere(arjun);
  call.answer({ cart: [line('shirt', 1)] });
  await settle();
  expect(shown()).toEqual([]);
  expect(toast.success).not.toHaveBeenCalled();
  expect(store.get(sessionAtom)).toEqual(arjun);
});

test('the same shopper with a new token keeps what she sees', async () => {
  const { auth, shown } = await openCart(line('shirt', 2));
  changeElsewhere({ ...meera, token: 'a later token' });
  expect(auth.getToken()).toBe('a later token');
  expect(shown()).toEqual(['shirt 2']);
});

test('half a session elsewhere is none here', () => {
  const { store, storage } = openShop({ session: meera });
  storage.setItem('patchwork:user', '{"version":2,"value":');
  tell('userToken');
  storage.setItem('userToken', 'token-of-nobody');
  tell('userToken');
  expect(store.get(sessionAtom)).toBeNull();
  expect(storage.length).toBe(0);
});

test('an entry that is no session of ours changes nothing', () => {
  const { store, storage } = openShop({ session: meera });
  storage.setItem('somebody-elses', 'x');
  tell('somebody-elses');
  expect(store.get(sessionAtom)).toEqual(meera);
});

test('an answer to log in counts, though another tab logged out meanwhile', async () => {
  const { store, take } = openShop({ session: arjun });
  const attempt = store.set(loginAtom, { email: meera.user.email, password: 'secret' });
  changeElsewhere(null);
  take('login').answer(meera);
  await attempt;
  expect(store.get(sessionAtom)).toEqual(meera);
});

describe('a page that lay in the back-forward cache', () => {
  test('is logged out when it is back, if another one logged out meanwhile', () => {
    const { store } = openShop({ session: meera });
    writeElsewhere(null);
    comeBack();
    expect(store.get(sessionAtom)).toBeNull();
  });

  test('changes nothing when it is shown for the first time', () => {
    const { store } = openShop({ session: meera });
    writeElsewhere(null);
    window.dispatchEvent(Object.assign(new Event('pageshow'), { persisted: false }));
    expect(store.get(sessionAtom)).toEqual(meera);
  });
});

describe('a token that is refused after another tab has replaced it', () => {
  test('ends nobody’s session: this page takes over the new one', async () => {
    const { store, auth, navigate, storage } = await openCart(line('shirt', 2));
    const later = { ...meera, token: 'a later token' };
    writeElsewhere(later);
    auth.onUnauthorized();
    expect(store.get(sessionAtom)).toEqual(later);
    expect(store.get(cartAtom)).toHaveLength(1);
    expect(storage.getItem('userToken')).toBe('a later token');
    expect(toast.error).not.toHaveBeenCalled();
    expect(navigate).not.toHaveBeenCalled();
  });

  test('asks for login where the storage knows of no other', () => {
    const { store, auth, navigate } = openShop({ session: meera });
    writeElsewhere(null);
    auth.onUnauthorized();
    expect(store.get(sessionAtom)).toBeNull();
    expect(navigate.mock.calls).toEqual([['/login']]);
  });
});
