// @vitest-environment happy-dom
import { afterEach, expect, test, vi } from 'vitest';
import { shopperStorageKey } from './shopper-key.ts';
import { moveEarlierKeys, shopperTexts } from './shopper-texts.ts';

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

test('what earlier versions stored under an email is moved, and found again', () => {
  localStorage.setItem('patchwork:cart:asha@example.com', 'cart of asha');
  localStorage.setItem('patchwork:pending-payment:a:b', 'an email with a colon');
  localStorage.setItem('patchwork:user', 'of all tabs');
  moveEarlierKeys();
  moveEarlierKeys();
  expect(Object.fromEntries(Object.entries({ ...localStorage }))).toEqual({
    [shopperStorageKey('cart', 'asha@example.com')]: 'cart of asha',
    [shopperStorageKey('pending-payment', 'a:b')]: 'an email with a colon',
    'patchwork:user': 'of all tabs',
  });
});

test('what a page with the earlier version has written since takes the place of what was moved', () => {
  localStorage.setItem(shopperStorageKey('cart', 'asha@example.com'), 'before');
  localStorage.setItem('patchwork:cart:asha@example.com', 'since');
  moveEarlierKeys();
  expect(localStorage.getItem(shopperStorageKey('cart', 'asha@example.com'))).toBe('since');
});

test('where the value can’t be written, it stays where it was', () => {
  const texts = new Map([['patchwork:cart:asha@example.com', 'cart of asha']]);
  vi.stubGlobal('localStorage', {
    length: 1,
    key: () => [...texts.keys()][0] ?? null,
    getItem: (key: string) => texts.get(key) ?? null,
    removeItem: (key: string) => void texts.delete(key),
    setItem: (key: string, text: string) => {
      if (key.includes('/')) throw new DOMException('full', 'QuotaExceededError');
      texts.set(key, text);
    },
  });
  moveEarlierKeys();
  expect([...texts.values()]).toEqual(['cart of asha']);
});

test('the values of all shoppers are listed, and nothing else', () => {
  const key = shopperStorageKey('wishlist', 'asha@example.com');
  localStorage.setItem(key, 'wishes');
  localStorage.setItem('patchwork:user', 'asha');
  localStorage.setItem('userToken', 'token');
  localStorage.setItem('elsewhere:wishlist/abc', 'not ours');
  expect(shopperTexts().map(({ name, text }) => [name, text.key, text.read()])).toEqual([
    ['wishlist', key, 'wishes'],
  ]);
});

test('a forbidden storage has nothing to move and nothing to list', () => {
  vi.stubGlobal('localStorage', undefined);
  moveEarlierKeys();
  expect(shopperTexts()).toEqual([]);
});
