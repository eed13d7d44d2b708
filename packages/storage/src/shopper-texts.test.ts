// @vitest-environment happy-dom
import { afterEach, expect, test, vi } from 'vitest';
import { shopperStorageKey } from './shopper-key.ts';
import { shopperTexts } from './shopper-texts.ts';

afterEach(() => {
  vi.unstubAllGlobals();
  localStorage.clear();
});

test('keys show no email, and differ by shopper', () => {
  const shoppers = Array.from({ length: 10_000 }, (_, index) => `shopper-${index}@example.com`);
  const keys = new Set(shoppers.map((shopper) => shopperStorageKey('cart', shopper)));
  expect(keys.size).toBe(shoppers.length);
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

test('a forbidden storage has nothing to list', () => {
  vi.stubGlobal('localStorage', undefined);
  expect(shopperTexts()).toEqual([]);
});
