import * as v from 'valibot';
import { expect, test, vi } from 'vitest';
import { instantSchema, timestamp } from './timestamp.ts';

test.each([
  ['Asia/Kolkata', '2026-03-01T09:05:07+05:30'],
  ['America/St_Johns', '2026-03-01T00:05:07-03:30'],
  ['UTC', '2026-03-01T03:35:07+00:00'],
])('local time with its offset in %s', (zone, expected) => {
  vi.stubEnv('TZ', zone);
  expect(timestamp(new Date('2026-03-01T03:35:07Z'))).toBe(expected);
});

test('a time in the format of toISOString is accepted', () => {
  expect(v.is(instantSchema, new Date().toISOString())).toBe(true);
});

// The last one has the form of a time, but Date can't parse it: formatting it would throw.
test.each(['', 'yesterday', '2026-01-15', '2026-01-15T10:30:00+05'])('%j is not a time', (text) => {
  expect(v.is(instantSchema, text)).toBe(false);
});
