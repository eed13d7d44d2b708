// @vitest-environment happy-dom

import { expect, test, vi } from 'vitest';
import {
  beginEvaluation,
  forgetFailure,
  hasHung,
  readFailedVersions,
  rememberFailure,
  rememberHang,
} from './failed-versions.ts';

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

test.each(['load', 'hang'] as const)('a “%s” failure is remembered for an hour', (cause) => {
  vi.useFakeTimers();
  rememberFailure(failed, cause);
  vi.advanceTimersByTime(HOUR_MS - 1);
  expect(readFailedVersions()).toMatchObject([failed]);
  expect([hasHung(failed), hasHung(other)]).toEqual([cause === 'hang', false]);
  vi.advanceTimersByTime(1);
  expect(readFailedVersions()).toEqual([]);
  expect(hasHung(failed)).toBe(false);
});

test('forgetting one failed version leaves the others', () => {
  rememberFailure(failed, 'crash');
  rememberFailure(other, 'crash');
  forgetFailure(failed);
  expect(readFailedVersions()).toMatchObject([other]);
});

test.each([
  ['are not a list', {}],
  ['are malformed', [1, null, { remote: 'a' }]],
  ['claim to last longer than a day', [{ ...failed, until: Date.now() + 2 * DAY_MS }]],
])('stored failures that %s are ignored', (_, value) => {
  localStorage.setItem('patchwork:failed-versions', JSON.stringify({ version: 1, value }));
  expect(readFailedVersions()).toEqual([]);
});

const HANG_MS = 5000;

test('a version counts as failed once its code has run for five seconds; before that, another tab may be loading', () => {
  vi.useFakeTimers();
  beginEvaluation(failed.remote, failed.version);
  vi.advanceTimersByTime(HANG_MS - 1);
  expect([readFailedVersions(), rememberHang()]).toEqual([[], undefined]);
  vi.advanceTimersByTime(1);
  expect(readFailedVersions()).toEqual([failed]);
  expect(rememberHang()).toEqual(failed);
  expect(rememberHang()).toBeUndefined();
  beginEvaluation(other.remote, other.version);
  expect([hasHung(failed), hasHung(other)]).toEqual([true, false]);
});

test('a version that hung and then could not be loaded still counts as hung', () => {
  rememberFailure(failed, 'hang');
  rememberFailure(failed, 'load');
  expect(hasHung(failed)).toBe(true);
  forgetFailure(failed);
  rememberFailure(failed, 'load');
  expect(hasHung(failed)).toBe(false);
});

test('a note with a time in the future counts: the clock was ahead', () => {
  vi.useFakeTimers();
  beginEvaluation(failed.remote, failed.version);
  vi.setSystemTime(Date.now() - HOUR_MS);
  expect(readFailedVersions()).toEqual([failed]);
});

test.each([{}, { since: 1 }])('a malformed note is ignored: %j', (value) => {
  localStorage.setItem('patchwork:evaluated-version', JSON.stringify({ version: 1, value }));
  expect([readFailedVersions(), rememberHang()]).toEqual([[], undefined]);
});
