// @vitest-environment happy-dom

import fc from 'fast-check';
import { expect, test, vi } from 'vitest';
import {
  isPolluted,
  oddTexts,
  pollutedDocuments,
  prototypeNames,
} from '../testing/hostile-data/index.ts';
import { createStoredValue, shopperStorageKey, shopperTexts } from './stored-value.ts';

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
])('a value of %s is read back by its key', (_, stored, storage, key) => {
  expect(stored.read()).toBeUndefined();
  expect(stored.write(['Asha'])).toBe(true);
  expect(stored.read()).toEqual(['Asha']);
  expect(stored.key).toBe(key);
  expect(storage().getItem(key)).toBe('{"version":1,"value":["Asha"]}');
  stored.remove();
  expect(storage().getItem(key)).toBeNull();
});

test('one shopper does not see another’s value', () => {
  namesOf('asha@example.com').write(['Asha']);
  expect(namesOf('ravi@example.com').read()).toBeUndefined();
});

test('a value that JSON can’t represent is not stored, and the previous one stays', () => {
  const parse = (value: unknown) => value;
  const stored = createStoredValue({ name: 'user', scope: 'shop', version: 1, parse });
  const cycle: object[] = [];
  cycle.push(cycle);
  expect([stored.write('Asha'), stored.write(1n), stored.write(cycle)]).toEqual([
    true,
    false,
    false,
  ]);
  expect(stored.read()).toBe('Asha');
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

test.each([
  ['{"version":2,"value":[]}', true],
  ['{"version":1,"value":"Asha"}', false],
  ['{"value":[]}', false],
  ['nonsense', false],
  [undefined, false],
])('whether %s was written by another version: %s', (text, isOther) => {
  if (text !== undefined) localStorage.setItem('patchwork:user', text);
  expect(names().isOfOtherVersion()).toBe(isOther);
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

test('keys contain no email and differ by shopper, whatever the names are', () => {
  const emails = Array.from({ length: 10_000 }, (_, index) => `shopper-${index}@example.com`);
  const shoppers = [...emails, ...prototypeNames, ...oddTexts.map(([, text]) => text)];
  const keys = new Set(shoppers.map((shopper) => shopperStorageKey('cart', shopper)));
  expect(keys.size).toBe(new Set(shoppers).size);
  for (const key of keys) expect(key).toMatch(/^patchwork:cart\/[0-9a-z]{1,13}$/);
});

test('the values of all shoppers are listed, and nothing else', () => {
  const key = shopperStorageKey('wishlist', 'asha@example.com');
  localStorage.setItem(key, 'wishes');
  localStorage.setItem('patchwork:user', 'asha');
  localStorage.setItem('userToken', 'token');
  localStorage.setItem('elsewhere:wishlist/abc', 'not ours');
  expect(shopperTexts().map((text) => [text.key, text.read()])).toEqual([[key, 'wishes']]);
});

test('a forbidden storage lists nothing', () => {
  vi.stubGlobal('localStorage', undefined);
  expect(shopperTexts()).toEqual([]);
});

function parse(value: unknown): unknown {
  if (value === undefined) throw new Error('no value');
  return value;
}
const stored = createStoredValue({ name: 'user', version: 1, parse, scope: 'shop' });

const methods = ['getItem', 'setItem', 'removeItem'] as const;

/** Stubs a storage in which calls of the methods in `refused` throw, as in a full or forbidden one. */
function hostileStorage() {
  const texts = new Map<string, string>();
  const refused = new Set<string>();
  const guard = (method: (typeof methods)[number]) => {
    if (refused.has(method)) throw new DOMException('refused', 'QuotaExceededError');
  };
  vi.stubGlobal('localStorage', {
    getItem(key: string) {
      guard('getItem');
      return texts.get(key) ?? null;
    },
    setItem(key: string, text: string) {
      guard('setItem');
      texts.set(key, text);
    },
    removeItem(key: string) {
      guard('removeItem');
      texts.delete(key);
    },
  });
  return { texts, refused };
}

const steps = fc.oneof(
  fc.record({ type: fc.constant('write'), value: fc.jsonValue() }),
  fc.record({ type: fc.constant('remove') }),
  fc.record({ type: fc.constant('refuse'), method: fc.constantFrom(...methods) }),
  fc.record({ type: fc.constant('recover') }),
);

test('the last written value is read, whatever the storage refuses in between', () => {
  fc.assert(
    fc.property(fc.array(steps), (sequence) => {
      const { texts, refused } = hostileStorage();
      let expected: unknown;
      for (const step of sequence) {
        if (step.type === 'refuse') refused.add(step.method);
        else if (step.type === 'recover') refused.clear();
        else if (step.type === 'write') {
          const isWritten = stored.write(step.value);
          expect(isWritten).toBe(!refused.has('setItem'));
          if (isWritten) expected = JSON.parse(JSON.stringify(step.value));
        } else {
          stored.remove();
          if (!refused.has('removeItem')) expected = undefined;
        }
        expect(stored.read()).toEqual(refused.has('getItem') ? undefined : expected);
        if (refused.has('getItem')) expect(stored.readText()).toBeNull();
        expect(texts.size).toBeLessThanOrEqual(1);
      }
    }),
  );
});

test('no text makes reading throw', () => {
  const { texts } = hostileStorage();
  const text = fc.oneof(
    fc.string(),
    fc.json(),
    fc.jsonValue().map((value) => JSON.stringify({ version: 1, value })),
    fc.jsonValue().map((version) => JSON.stringify({ version, value: 'a value' })),
  );
  fc.assert(
    fc.property(text, (foreign) => {
      texts.set(stored.key, foreign);
      expect(stored.parseText(foreign)).toEqual(stored.read());
    }),
  );
});

test('no stored document pollutes a prototype', () => {
  for (const [title, json] of pollutedDocuments({ version: 1, value: { a: { b: 1 } } })) {
    localStorage.setItem(stored.key, json);
    // JSON.parse makes the field an own property of the value, and the value is not merged into another object.
    stored.read();
    expect(isPolluted(), title).toBe(false);
  }
});
