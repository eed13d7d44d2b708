// @vitest-environment happy-dom

import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import {
  beginEvaluation,
  forgetFailure,
  hasHung,
  readFailedVersions,
  rememberFailure,
  rememberHang,
} from './failed-versions.ts';

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

const HANG_MS = 5000;

test('a version whose code has run for five seconds counts as failed, not before: another tab may be loading', () => {
  vi.useFakeTimers();
  beginEvaluation(failed.remote, failed.version);
  vi.advanceTimersByTime(HANG_MS - 1);
  expect([readFailedVersions(), rememberHang()]).toEqual([[], undefined]);
  vi.advanceTimersByTime(1);
  expect(readFailedVersions()).toEqual([failed]);
});

test('a version that hung is remembered for an hour, whatever happens then', () => {
  vi.useFakeTimers();
  beginEvaluation(failed.remote, failed.version);
  vi.advanceTimersByTime(HANG_MS);
  expect(rememberHang()).toEqual(failed);
  expect(rememberHang()).toBeUndefined();
  beginEvaluation(other.remote, other.version);
  vi.advanceTimersByTime(HOUR_MS - 1);
  expect(hasHung(failed)).toBe(true);
  expect(hasHung(other)).toBe(false);
  vi.advanceTimersByTime(1);
  expect(hasHung(failed)).toBe(false);
});

test('a version that hung and then could not be loaded is still one that hangs', () => {
  rememberFailure(failed, 'hang');
  rememberFailure(failed, 'load');
  expect(hasHung(failed)).toBe(true);
  forgetFailure(failed);
  rememberFailure(failed, 'load');
  expect(hasHung(failed)).toBe(false);
});

test('a note from a clock that was ahead counts', () => {
  vi.useFakeTimers();
  beginEvaluation(failed.remote, failed.version);
  vi.setSystemTime(Date.now() - HOUR_MS);
  expect(readFailedVersions()).toEqual([failed]);
});

test.each(['nonsense', '{"version":1,"value":{}}', '{"version":1,"value":{"since":1}}'])(
  'a note that reads %s counts as none',
  (text) => {
    localStorage.setItem('patchwork:evaluated-version', text);
    expect([readFailedVersions(), rememberHang()]).toEqual([[], undefined]);
  },
);
