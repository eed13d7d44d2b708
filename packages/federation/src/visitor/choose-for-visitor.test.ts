// @vitest-environment happy-dom

import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { readBucket } from './choose-for-visitor.ts';

beforeEach(() => localStorage.clear());
afterEach(() => vi.unstubAllGlobals());

test('a bucket is drawn once and stored', () => {
  const bucket = readBucket();
  expect(bucket).toBeGreaterThanOrEqual(0);
  expect(bucket).toBeLessThan(10_000);
  for (let visit = 0; visit < 10; visit += 1) expect(readBucket()).toBe(bucket);
  expect(localStorage.getItem('patchwork:bucket')).toBe(
    JSON.stringify({ version: 1, value: bucket }),
  );
});

test.each([10_000, -1, 7.5, '7', null])('a stored bucket %j is replaced by a new one', (value) => {
  localStorage.setItem('patchwork:bucket', JSON.stringify({ version: 1, value }));
  const bucket = readBucket();
  expect(typeof bucket).toBe('number');
  expect(readBucket()).toBe(bucket);
});

test('a browser that forbids storage has no bucket', () => {
  const refuse = () => {
    throw new DOMException('denied', 'SecurityError');
  };
  vi.stubGlobal('localStorage', { getItem: refuse, setItem: refuse });
  expect(readBucket()).toBeUndefined();
});
