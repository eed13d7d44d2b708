import { afterEach, describe, expect, test, vi } from 'vitest';
import { meera, memoryStorage } from '../testing/fakes.ts';
import { seemsLoggedIn } from './seems-logged-in.ts';
import { forgetSession, storedSession, storeSession } from './stored-session.ts';

afterEach(() => vi.unstubAllGlobals());

function browserWith(entries: Record<string, string>) {
  const storage = memoryStorage(entries);
  vi.stubGlobal('localStorage', storage);
  return storage;
}
const userText = JSON.stringify({ version: 2, value: meera.user });

describe('a session in the browser', () => {
  test('comes back as it was stored, the token raw under userToken', () => {
    const storage = browserWith({});
    storeSession(meera);
    expect(storage.getItem('userToken')).toBe('token-of-meera');
    expect(storedSession()).toEqual(meera);
  });

  test('never holds a password, whatever the server sent along', () => {
    const storage = browserWith({});
    storeSession({ ...meera, user: { ...meera.user, password: 'secret' } as never });
    expect(storage.getItem('patchwork:user')).not.toContain('secret');
  });

  test('is removed once forgotten; what others store there stays', () => {
    const storage = browserWith({ theme: 'dark' });
    storeSession(meera);
    expect(seemsLoggedIn()).toBe(true);
    forgetSession();
    expect(seemsLoggedIn()).toBe(false);
    expect(storedSession()).toBeNull();
    expect(storage.length).toBe(1);
  });
});

describe('what cannot be trusted is discarded, both halves', () => {
  test.each([
    ['no token', { 'patchwork:user': userText }],
    ['an empty token', { userToken: '', 'patchwork:user': userText }],
    ['no user', { userToken: 't' }],
    ['no JSON', { userToken: 't', 'patchwork:user': '{"version":2,' }],
    ['null', { userToken: 't', 'patchwork:user': 'null' }],
    ['a list', { userToken: 't', 'patchwork:user': '[]' }],
    ['another version', { userToken: 't', 'patchwork:user': userText.replace('2', '3') }],
    ['no email', { userToken: 't', 'patchwork:user': userText.replace('email', 'mail') }],
    ['a number for a name', { userToken: 't', 'patchwork:user': userText.replace('"Meera"', '7') }],
  ])('%s', (_what, entries) => {
    const storage = browserWith(entries);
    expect(storedSession()).toBeNull();
    expect(storage.length).toBe(0);
  });
});

test.each([
  ['no token', { 'patchwork:user': userText }],
  ['no user', { userToken: 't' }],
  ['no JSON', { userToken: 't', 'patchwork:user': '{' }],
  ['the user of another version', { userToken: 't', 'patchwork:user': userText.replace('2', '3') }],
])('with %s stored, no one seems to be logged in', (_what, entries) => {
  browserWith(entries);
  expect(seemsLoggedIn()).toBe(false);
});

test('a full storage stores neither half', () => {
  const storage = browserWith({});
  const write = storage.setItem;
  storage.setItem = (key, value) => {
    if (key === 'userToken') throw new DOMException('full', 'QuotaExceededError');
    write(key, value);
  };
  expect(storeSession(meera)).toBe(false);
  expect(storage.length).toBe(0);
});
