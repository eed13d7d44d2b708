// @vitest-environment happy-dom

import {
  createShopStore,
  createTestMock,
  subscribeToToasts,
  testPathTo,
} from '@patchwork/kit/testing';
import { changeSessionAtom, sessionAtom } from '@patchwork/shop';
import { demoAccount } from '@patchwork/shop/domain';
import { beforeEach, describe, expect, test, vi } from 'vitest';
import { loginAtom, logoutAtom, signupAtom } from './session.ts';

const toasts = vi.fn();
subscribeToToasts(({ kind, text }) => toasts(kind, text));

beforeEach(() => toasts.mockClear());

const password = 'needle-2';
const form = { name: 'Meera Nair', email: 'meera@example.in', password, confirmPassword: password };
const loggedIn = ['success', 'Logged in successfully!'];

/** Opens a browser tab with the mock. */
function openShop() {
  const mock = createTestMock();
  const navigate = vi.fn();
  const store = createShopStore({ connect: mock.connect, navigate, pathTo: testPathTo });
  return { ...mock, store, navigate, email: () => store.get(sessionAtom)?.user.email ?? null };
}

/** Opens a tab with the sample user logged in. */
async function openAsAsha() {
  const shop = openShop();
  shop.store.set(changeSessionAtom, await shop.logIn());
  return shop;
}

describe('logging in', () => {
  test('stores the session, confirms it and opens the product list', async () => {
    const { store, navigate, email } = openShop();
    expect(await store.set(loginAtom, demoAccount)).toEqual({ ok: true, value: undefined });
    expect(email()).toBe(demoAccount.email);
    expect(localStorage.getItem('userToken')).toBe(store.get(sessionAtom)?.token);
    expect(toasts.mock.calls).toEqual([loggedIn]);
    expect(navigate.mock.calls).toEqual([['/productlist']]);
  });

  test('a refusal logs out and returns the server’s message, without a toast or navigation', async () => {
    const { store, navigate, email } = await openAsAsha();
    const result = await store.set(loginAtom, { ...demoAccount, password: 'wrong' });
    expect(result).toMatchObject({ ok: false, error: /credentials you entered are invalid/ });
    expect(email()).toBeNull();
    expect(localStorage.getItem('userToken')).toBeNull();
    expect(navigate).not.toHaveBeenCalled();
    expect(toasts).not.toHaveBeenCalled();
  });

  test('a refusal does not log out a shopper who has logged in meanwhile in another tab', async () => {
    const { store, hold, logIn } = openShop();
    const session = await logIn();
    const release = hold('login');
    const attempt = store.set(loginAtom, { ...demoAccount, password: 'wrong' });
    store.set(changeSessionAtom, session);
    release();
    expect((await attempt).ok).toBe(false);
    expect(store.get(sessionAtom)).toEqual(session);
  });

  test('the last of two attempts counts, even if the first response arrives later', async () => {
    const { store, hold, email } = openShop();
    const release = hold('login');
    const first = store.set(loginAtom, { ...demoAccount, password: 'wrong' });
    expect((await store.set(signupAtom, form)).ok).toBe(true);
    release();
    expect((await first).ok).toBe(false);
    expect(email()).toBe(form.email);
    expect(toasts.mock.calls).toEqual([loggedIn]);
  });

  test('a response that comes after logging out does not log in', async () => {
    const { store, hold, email } = await openAsAsha();
    const release = hold('login');
    const attempt = store.set(loginAtom, demoAccount);
    store.set(logoutAtom);
    release();
    await attempt;
    expect(email()).toBeNull();
  });

  test('a response logs in, even if another tab logged out meanwhile', async () => {
    const { store, hold, email } = await openAsAsha();
    const release = hold('login');
    const attempt = store.set(loginAtom, demoAccount);
    localStorage.clear();
    window.dispatchEvent(new StorageEvent('storage', { key: 'userToken' }));
    expect(email()).toBeNull();
    release();
    await attempt;
    expect(email()).toBe(demoAccount.email);
  });
});

test('logging out deletes the session, tells the API, confirms it and opens /logout', async () => {
  const { store, calls, navigate, email } = await openAsAsha();
  store.set(logoutAtom);
  expect(email()).toBeNull();
  expect(localStorage.length).toBe(0);
  await vi.waitFor(() => expect(calls.map(({ name }) => name)).toContain('logout'));
  expect(toasts.mock.calls).toEqual([['success', 'Logged out successfully!']]);
  expect(navigate.mock.calls).toEqual([['/logout']]);
});
