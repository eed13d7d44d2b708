import {
  isPolluted,
  oddTexts,
  pollutedDocuments,
  prototypeNames,
  scriptInjections,
} from '@patchwork/hostile-data';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { createStoredValue } from './stored-value.ts';

const entries = new Map<string, string>();

beforeEach(() =>
  vi.stubGlobal('localStorage', {
    getItem: (key: string) => entries.get(key) ?? null,
    setItem: (key: string, text: string) => void entries.set(key, text),
    removeItem: (key: string) => void entries.delete(key),
  }),
);
afterEach(() => vi.unstubAllGlobals());

const anything = createStoredValue({
  name: 'user',
  version: 1,
  parse: (value) => value,
  scope: 'shop',
});

test('a stored text comes back as it was, whatever it holds', () => {
  for (const [title, text] of [...scriptInjections, ...oddTexts]) {
    anything.write({ text });
    expect(anything.read(), title).toEqual({ text });
  }
});

test('a stored text that is no document of ours counts as absent', () => {
  for (const [title, text] of [...scriptInjections, ...oddTexts]) {
    entries.set(anything.key, text);
    expect(anything.read(), title).toBeUndefined();
  }
});

test('no stored document pollutes a prototype', () => {
  for (const [title, json] of pollutedDocuments({ version: 1, value: { a: { b: 1 } } })) {
    entries.set(anything.key, json);
    // It is what JSON.parse made of it, which has the field as its own: nothing is merged into it.
    anything.read();
    expect(isPolluted(), title).toBe(false);
  }
});

test('two shoppers never share a key, whatever their names are', () => {
  const shoppers = [...prototypeNames, ...oddTexts.map(([, text]) => text)];
  const keys = shoppers.map(
    (shopper) =>
      createStoredValue({ name: 'cart', version: 1, parse: (value) => value, scope: { shopper } })
        .key,
  );
  expect(new Set(keys).size).toBe(new Set(shoppers).size);
});
