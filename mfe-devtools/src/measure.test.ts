import { expect, test } from 'vitest';
import { describeDuration, sizeText } from './measure.ts';

test.each([
  [0, '0 bytes'],
  [1, '1 byte'],
  [999, '999 bytes'],
  [8_192, '8.2 kB'],
  [5_000_000, '5 MB'],
  [3e12, '3,000 GB'],
])('%i bytes are %s', (bytes, text) => {
  expect(sizeText(bytes)).toBe(text);
});

test.each([
  [0.4, '0\u00a0ms'],
  [412.3, '412\u00a0ms'],
  [1_449, '1.4\u00a0s'],
])('%f milliseconds are %s', (duration, text) => {
  expect(describeDuration(duration)).toBe(text);
});
