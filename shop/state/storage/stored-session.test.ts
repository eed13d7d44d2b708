import { describe, expect, test, vi } from 'vitest';
import { meera, memoryStorage } from '../testing/fakes.ts';
import { seemsLoggedIn } from './seems-logged-in.ts';
import { forgetSession, storedSession, storeSession } from './stored-session.ts';

function browserWith(entries: Record<string, string>) {
  const storage = memoryStorage(entries);
  vi.stubGlobal('localStorage', storage);
  return storage;
}
const userText = JSON.stringify({ version: 2, value: meera.user });

describe('a session in the browser', () => {
  test('is read back unchanged, with the plain token under userToken', () => {
    const storage = browserWith({});
    storeSession(meera);
    expect(storage.getItem('userToken')).toBe('token-of-meera');
    expect(storedSession()).toEqual(meera);
  });

  test('never contains a password, even if the server sends one', () => {
    const storage = browserWith({});
    storeSession({ ...meera, user: { ...meera.user, password: 'secret' } as never });
    expect(storage.getItem('patchwork:user')).not.toContain('secret');
  });

  test('is removed once forgotten; values of other programs stay', () => {
    const storage = browserWith({ theme: 'dark' });
    storeSession(meera);
    expect(seemsLoggedIn()).toBe(true);
    forgetSession();
    expect(seemsLoggedIn()).toBe(false);
    expect(storedSession()).toBeNull();
    expect(storage.length).toBe(1);
  });
});

test.each([
  ['without a token', { 'patchwork:user': userText }],
  ['with an empty token', { userToken: '', 'patchwork:user': userText }],
  ['without a user', { userToken: 't' }],
  ['with a user that is not JSON', { userToken: 't', 'patchwork:user': '{"version":2,' }],
  ['with null', { userToken: 't', 'patchwork:user': 'null' }],
  ['with a list', { userToken: 't', 'patchwork:user': '[]' }],
  ['of another version', { userToken: 't', 'patchwork:user': userText.replace('2', '3') }],
])('a session %s is ignored, and both token and user are discarded', (_what, entries) => {
  const storage = browserWith(entries);
  expect(seemsLoggedIn()).toBe(false);
  expect(storedSession()).toBeNull();
  expect(storage.length).toBe(0);
});

test.each([
  ['an email', userText.replace('email', 'mail')],
  ['a name that is a text', userText.replace('"Meera"', '7')],
])('a session whose user lacks %s is discarded, both token and user', (_what, user) => {
  const storage = browserWith({ userToken: 't', 'patchwork:user': user });
  expect(storedSession()).toBeNull();
  expect(storage.length).toBe(0);
});

test('a full storage stores neither token nor user', () => {
  const storage = browserWith({});
  const write = storage.setItem;
  storage.setItem = (key, value) => {
    if (key === 'userToken') throw new DOMException('full', 'QuotaExceededError');
    write(key, value);
  };
  expect(storeSession(meera)).toBe(false);
  expect(storage.length).toBe(0);
});
