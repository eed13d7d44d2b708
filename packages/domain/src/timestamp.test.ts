import { afterEach, expect, test, vi } from 'vitest';
import { timestamp } from './timestamp.ts';

afterEach(() => vi.unstubAllEnvs());

test.each([
  ['Asia/Kolkata', '2026-03-01T09:05:07+05:30'],
  ['America/St_Johns', '2026-03-01T00:05:07-03:30'],
  ['UTC', '2026-03-01T03:35:07+00:00'],
])('local time with its offset in %s', (zone, expected) => {
  vi.stubEnv('TZ', zone);
  expect(timestamp(new Date('2026-03-01T03:35:07Z'))).toBe(expected);
});
