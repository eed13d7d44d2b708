// @vitest-environment happy-dom
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { forgetFailure, readFailedVersions, rememberFailure } from './failed-versions.ts';

beforeEach(() => localStorage.clear());
afterEach(() => {
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

const HOUR_MS = 60 * 60 * 1000;
const DAY_MS = 24 * HOUR_MS;
const failed = { remote: 'mfe-catalog', version: '1.0.0-a' };
const other = { remote: 'mfe-account', version: '1.0.0-a' };

test('a version that crashed is remembered for a day, and for another day when it crashes again', () => {
  vi.useFakeTimers();
  rememberFailure(failed, 'crash');
  rememberFailure(other, 'crash');
  rememberFailure(failed, 'crash');
  expect(readFailedVersions()).toMatchObject([other, failed]);
  vi.advanceTimersByTime(DAY_MS - 1);
  expect(readFailedVersions()).toHaveLength(2);
  rememberFailure(failed, 'crash');
  vi.advanceTimersByTime(1);
  expect(readFailedVersions()).toMatchObject([failed]);
});

test('a version that could not be loaded gets another chance after an hour', () => {
  vi.useFakeTimers();
  rememberFailure(failed, 'load');
  vi.advanceTimersByTime(HOUR_MS - 1);
  expect(readFailedVersions()).toMatchObject([failed]);
  vi.advanceTimersByTime(1);
  expect(readFailedVersions()).toEqual([]);
});

test('forgetting one failed version leaves the others', () => {
  rememberFailure(failed, 'crash');
  rememberFailure(other, 'crash');
  forgetFailure(failed);
  expect(readFailedVersions()).toMatchObject([other]);
});

test.each([
  'nonsense',
  '[]',
  '{"version":1}',
  '{"version":1,"value":{}}',
  '{"version":1,"value":[1,null,{"remote":"a"}]}',
])('stored failures that read %s count as none', (text) => {
  localStorage.setItem('patchwork:failed-versions', text);
  expect(readFailedVersions()).toEqual([]);
});

test('a failure that claims to last longer than a day is ignored', () => {
  const value = [{ ...failed, until: Date.now() + 2 * DAY_MS }];
  localStorage.setItem('patchwork:failed-versions', JSON.stringify({ version: 1, value }));
  expect(readFailedVersions()).toEqual([]);
});

test('a browser that forbids storage remembers nothing', () => {
  const refuse = () => {
    throw new DOMException('denied', 'SecurityError');
  };
  vi.stubGlobal('localStorage', { getItem: refuse, setItem: refuse });
  rememberFailure(failed, 'crash');
  expect(readFailedVersions()).toEqual([]);
});
