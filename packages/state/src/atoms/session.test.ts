import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { createShopStore } from '../store.ts';
import { arjun, meera, offline, offlineText, openShop, settle } from '../testing/fakes.ts';
import { testPathTo } from '../testing/path-to.ts';
import { loginAtom, logoutAtom, signupAtom } from './auth.ts';
import { requireLoginAtom, sessionAtom } from './session.ts';

const toast = vi.hoisted(() => ({ success: vi.fn(), error: vi.fn(), warning: vi.fn() }));
vi.mock('../toast.ts', () => ({ toast }));

beforeEach(() => vi.clearAllMocks());
afterEach(() => vi.unstubAllGlobals());

const credentials = { email: 'meera@example.in', password: 'secret' };
const refused = {
  kind: 'status',
  status: 401,
  messages: ['The credentials are invalid.'],
} as const;

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

describe('logging in', () => {
  test('stores the session, says so and goes to the list', async () => {
    const { store, take, navigate, storage } = openShop();
    const attempt = store.set(loginAtom, credentials);
    const call = take('login');
    expect(call.input).toEqual({ body: credentials });
    call.respond(meera);
    expect(await attempt).toEqual({ ok: true, value: undefined });
    expect(store.get(sessionAtom)).toEqual(meera);
    expect(storage.getItem('userToken')).toBe('token-of-meera');
    expect(toast.success.mock.calls).toEqual([['Logged in successfully!']]);
    expect(navigate.mock.calls).toEqual([['/productlist']]);
  });

  test('a refusal logs out, returns the server’s message and neither toasts nor navigates', async () => {
    const { store, take, navigate, storage } = openShop({ session: arjun });
    const attempt = store.set(loginAtom, credentials);
    take('login').fail(refused);
    expect(await attempt).toEqual({ ok: false, error: 'The credentials are invalid.' });
    expect(store.get(sessionAtom)).toBeNull();
    expect(storage.getItem('userToken')).toBeNull();
    expect(navigate).not.toHaveBeenCalled();
    expect(toast.error).not.toHaveBeenCalled();
  });

  test('where the browser’s storage is full, it is said that a reload ends the session', async () => {
    const { store, take, storage } = openShop();
    storage.setItem = () => {
      throw new DOMException('full', 'QuotaExceededError');
    };
    const attempt = store.set(loginAtom, credentials);
    take('login').respond(meera);
    expect(await attempt).toEqual({ ok: true, value: undefined });
    expect(store.get(sessionAtom)).toEqual(meera);
    expect(toast.warning).toHaveBeenCalledWith(expect.stringContaining('after a reload'));
  });

  test('no network is said in a sentence', async () => {
    const { store, take } = openShop();
    const attempt = store.set(loginAtom, credentials);
    take('login').fail(offline);
    expect(await attempt).toEqual({ ok: false, error: offlineText });
  });

  test('of two attempts the last one counts, though the first response comes later', async () => {
    const { store, take } = openShop();
    const first = store.set(loginAtom, credentials);
    const second = store.set(loginAtom, { email: 'arjun@example.in', password: 'x' });
    const [firstCall, secondCall] = [take('login'), take('login')];
    secondCall.respond(arjun);
    await second;
    firstCall.fail(refused);
    expect((await first).ok).toBe(false);
    expect(store.get(sessionAtom)).toEqual(arjun);
    expect(toast.success).toHaveBeenCalledTimes(1);
  });

  test('a response that comes after logging out does not log in', async () => {
    const { store, take } = openShop({ session: arjun });
    const attempt = store.set(loginAtom, credentials);
    store.set(logoutAtom);
    take('login').respond(meera);
    await attempt;
    expect(store.get(sessionAtom)).toBeNull();
  });
});

describe('signing up', () => {
  const form = { name: 'Meera Nair', ...credentials, confirmPassword: 'secret' };

  test('sends the form and logs in', async () => {
    const { store, take, navigate } = openShop();
    const attempt = store.set(signupAtom, form);
    const call = take('signup');
    expect(call.input).toEqual({ body: form });
    call.respond(meera);
    expect((await attempt).ok).toBe(true);
    expect(store.get(sessionAtom)).toEqual(meera);
    expect(toast.success.mock.calls).toEqual([['Logged in successfully!']]);
    expect(navigate.mock.calls).toEqual([['/productlist']]);
  });

  test('a taken email logs out and returns the server’s message', async () => {
    const { store, take } = openShop({ session: arjun });
    const attempt = store.set(signupAtom, form);
    const text = 'Unprocessable Entity. Email Already Exists.';
    take('signup').fail({ kind: 'status', status: 422, messages: [text] });
    expect(await attempt).toEqual({ ok: false, error: text });
    expect(store.get(sessionAtom)).toBeNull();
  });
});

test('logging out forgets the session, says so and goes to /logout', () => {
  const { store, navigate, storage, auth } = openShop({ session: meera });
  store.set(logoutAtom);
  expect(store.get(sessionAtom)).toBeNull();
  expect(auth.getToken()).toBeUndefined();
  expect(storage.length).toBe(0);
  expect(toast.success.mock.calls).toEqual([['Logged out successfully!']]);
  expect(navigate.mock.calls).toEqual([['/logout']]);
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

describe('requireLogin', () => {
  test('lets a logged-in shopper through', () => {
    const { store, navigate } = openShop({ session: meera });
    expect(store.set(requireLoginAtom)).toBe(true);
    expect(navigate).not.toHaveBeenCalled();
  });

  test('sends a visitor to /login with the toast', () => {
    const { store, navigate } = openShop();
    expect(store.set(requireLoginAtom)).toBe(false);
    expect(toast.error.mock.calls).toEqual([['Please login to continue!']]);
    expect(navigate.mock.calls).toEqual([['/login']]);
  });
});
