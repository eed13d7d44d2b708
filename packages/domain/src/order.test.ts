import * as v from 'valibot';
import { expect, test } from 'vitest';
import { instantSchema } from './order.ts';

test('a time is read as toISOString writes it', () => {
  expect(v.is(instantSchema, new Date().toISOString())).toBe(true);
});

// The last one has the right form, but is no such time: formatting it throws.
test.each(['', 'yesterday', '2026-01-15', '2026-01-15T10:30:00+05'])('%j is no time', (text) => {
  expect(v.is(instantSchema, text)).toBe(false);
});
