// @vitest-environment happy-dom
import { afterEach, expect, test, vi } from 'vitest';
import { createStoredValue } from './stored-value.ts';

afterEach(() => {
  vi.unstubAllGlobals();
  localStorage.clear();
  sessionStorage.clear();
});

function parseNames(value: unknown): string[] {
  if (Array.isArray(value) && value.every((each) => typeof each === 'string')) return value;
  throw new Error('not a list of names');
}

const names = (version = 1) =>
  createStoredValue({ name: 'user', scope: 'shop', version, parse: parseNames });

const namesOfTab = () =>
  createStoredValue({ name: 'mock-state', scope: 'tab', version: 1, parse: parseNames });

const namesOf = (shopper: string) =>
  createStoredValue({ name: 'cart', scope: { shopper }, version: 1, parse: parseNames });

test.each([
  ['all tabs', names(), () => localStorage, 'patchwork:user'],
  ['this tab', namesOfTab(), () => sessionStorage, 'patchwork:mock-state'],
  [
    'one shopper, whose email it does not show',
    namesOf('asha@example.com'),
    () => localStorage,
    'patchwork:cart/1qphe3mt5soub',
  ],
])('a value of %s is read back, by its key', (_, stored, storage, key) => {
  expect(stored.read()).toBeUndefined();
  expect(stored.write(['Asha'])).toBe(true);
  expect(stored.read()).toEqual(['Asha']);
  expect(stored.key).toBe(key);
  expect(storage().getItem(key)).toBe('{"version":1,"value":["Asha"]}');
  stored.remove();
  expect(storage().getItem(key)).toBeNull();
});

test('one shopper does not see the value of another', () => {
  namesOf('asha@example.com').write(['Asha']);
  expect(namesOf('ravi@example.com').read()).toBeUndefined();
});

test.each([
  'nonsense',
  '',
  'null',
  '7',
  '[]',
  '{"version":1}',
  '{"version":1,"value":"Asha"}',
  '{"version":2,"value":["Asha"]}',
  '{"value":["Asha"],"__proto__":{"version":1}}',
])('the foreign text %j counts as absent', (text) => {
  localStorage.setItem('patchwork:user', text);
  expect(names().read()).toBeUndefined();
});

test('a value of an older version counts as absent', () => {
  names(1).write(['Asha']);
  expect(names(2).read()).toBeUndefined();
});

test.each([
  ['{"version":2,"value":[]}', true],
  ['{"version":1,"value":"Asha"}', false],
  ['{"value":[]}', false],
  ['nonsense', false],
])('whether %s was written by another version: %s', (text, isOther) => {
  localStorage.setItem('patchwork:user', text);
  expect(names().isOfOtherVersion()).toBe(isOther);
});

test('nothing stored is of no other version', () => {
  expect(names().isOfOtherVersion()).toBe(false);
});

test('a full storage refuses the value, and what was stored before stays', () => {
  names().write(['Asha']);
  const { localStorage: real } = globalThis;
  vi.stubGlobal('localStorage', {
    getItem: (key: string) => real.getItem(key),
    removeItem: (key: string) => real.removeItem(key),
    setItem() {
      throw new DOMException('full', 'QuotaExceededError');
    },
  });
  expect(names().write(['Asha', 'Ravi'])).toBe(false);
  expect(names().read()).toEqual(['Asha']);
});

test('a forbidden storage holds nothing and refuses everything without an error', () => {
  const forbidden = new Proxy({} as Storage, {
    get() {
      throw new DOMException('forbidden', 'SecurityError');
    },
  });
  vi.stubGlobal('localStorage', forbidden);
  const stored = names();
  expect(stored.read()).toBeUndefined();
  expect(stored.write(['Asha'])).toBe(false);
  expect(stored.readText()).toBeNull();
  stored.remove();
});

test('another tab’s write changes the text, and an earlier text can still be parsed', () => {
  const stored = names();
  stored.write(['Asha']);
  const before = stored.readText();
  localStorage.setItem(stored.key, '{"version":1,"value":["Ravi"]}');
  expect(stored.readText()).not.toBe(before);
  expect(stored.parseText(before)).toEqual(['Asha']);
  expect(stored.parseText(null)).toBeUndefined();
});
