import { expect, test } from 'vitest';
import { normalizePassword } from './password.ts';

test.each([
  ['café au lait', 'cafe\u0301 au\u00a0lait'],
  ['भाड़ा', 'भाड\u093cा'],
  ['two words', 'two\u3000words'],
  ['Å', '\u212b'],
])('%j and %j are the same password', (one, other) => {
  expect(normalizePassword(one)).toBe(normalizePassword(other));
});

test.each([
  ['Needle', 'needle'],
  ['needle', 'ｎeedle'],
  ['fine', 'ﬁne'],
  ['needle ', 'needle'],
  ['needle  2', 'needle 2'],
  ['need\u200ble', 'needle'],
])('%j and %j are different passwords', (one, other) => {
  expect(normalizePassword(one)).not.toBe(normalizePassword(other));
});

test('a password of ASCII stays as it is', () => {
  const ascii = String.fromCharCode(...Array.from({ length: 127 }, (_, index) => index + 1));
  expect(normalizePassword(ascii)).toBe(ascii);
});
