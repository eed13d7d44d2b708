// @vitest-environment happy-dom
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { forgetFailure, readBucket, readFailedVersions, rememberFailure } from './visitor.ts';

beforeEach(() => localStorage.clear());
afterEach(() => {
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

const day = 24 * 60 * 60 * 1000;
const bad = { remote: 'mfe-catalog', version: '1.0.0-a' };
const other = { remote: 'mfe-account', version: '1.0.0-a' };

function forbidStorage(): void {
  const refuse = () => {
    throw new DOMException('denied', 'SecurityError');
  };
  vi.stubGlobal('localStorage', { getItem: refuse, setItem: refuse });
}

test('a bucket is drawn once and kept', () => {
  const bucket = readBucket();
  expect(bucket).toBeGreaterThanOrEqual(0);
  expect(bucket).toBeLessThan(100);
  for (let visit = 0; visit < 10; visit += 1) expect(readBucket()).toBe(bucket);
  expect(localStorage.getItem('patchwork:bucket')).toBe(JSON.stringify({ version: 1, bucket }));
});

test.each([
  'nonsense',
  'null',
  '7',
  '{"version":2,"bucket":7}',
  '{"version":1,"bucket":100}',
  '{"version":1,"bucket":-1}',
  '{"version":1,"bucket":"7"}',
])('a bucket that reads %s is drawn anew', (text) => {
  localStorage.setItem('patchwork:bucket', text);
  const bucket = readBucket();
  expect(typeof bucket).toBe('number');
  expect(readBucket()).toBe(bucket);
});

test('a browser that keeps nothing has no bucket, and no bad releases', () => {
  forbidStorage();
  expect(readBucket()).toBeUndefined();
  rememberFailure(bad);
  expect(readFailedVersions()).toEqual([]);
});

test('a bad release is remembered for a day, and again for a day when it fails again', () => {
  vi.useFakeTimers();
  rememberFailure(bad);
  rememberFailure(other);
  rememberFailure(bad);
  expect(readFailedVersions()).toMatchObject([other, bad]);
  vi.advanceTimersByTime(day - 1);
  expect(readFailedVersions()).toHaveLength(2);
  rememberFailure(bad);
  vi.advanceTimersByTime(1);
  expect(readFailedVersions()).toMatchObject([bad]);
});

test('a bad release that was forgotten is good again, the others stay', () => {
  rememberFailure(bad);
  rememberFailure(other);
  forgetFailure(bad);
  expect(readFailedVersions()).toMatchObject([other]);
});

test.each(['nonsense', '[]', '{"version":1}', '{"version":1,"bad":[1,null,{"remote":"a"}]}'])(
  'bad releases that read %s are none',
  (text) => {
    localStorage.setItem('patchwork:bad-releases', text);
    expect(readFailedVersions()).toEqual([]);
  },
);

test('one that claims to be bad for ever is not believed', () => {
  const kept = { version: 1, bad: [{ ...bad, until: Date.now() + 2 * day }] };
  localStorage.setItem('patchwork:bad-releases', JSON.stringify(kept));
  expect(readFailedVersions()).toEqual([]);
});
