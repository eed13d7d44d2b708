// @vitest-environment happy-dom
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { forgetFailure, readFailedVersions, rememberFailure } from './failed-versions.ts';

beforeEach(() => localStorage.clear());
afterEach(() => {
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

const DAY_MS = 24 * 60 * 60 * 1000;
const failed = { remote: 'mfe-catalog', version: '1.0.0-a' };
const other = { remote: 'mfe-account', version: '1.0.0-a' };

test('a failed version is remembered for a day, and for another day when it fails again', () => {
  vi.useFakeTimers();
  rememberFailure(failed);
  rememberFailure(other);
  rememberFailure(failed);
  expect(readFailedVersions()).toMatchObject([other, failed]);
  vi.advanceTimersByTime(DAY_MS - 1);
  expect(readFailedVersions()).toHaveLength(2);
  rememberFailure(failed);
  vi.advanceTimersByTime(1);
  expect(readFailedVersions()).toMatchObject([failed]);
});

test('forgetting one failed version leaves the others', () => {
  rememberFailure(failed);
  rememberFailure(other);
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
  rememberFailure(failed);
  expect(readFailedVersions()).toEqual([]);
});
