import { expect, test } from 'vitest';
import { LONGEST_DAY } from './delivery.ts';
import { formatDeliveryDate, isDeliveryDatePast } from './delivery-date.ts';

test('the delivery date counts calendar days from the day of the order in India', () => {
  // India's midnight is at 18:30 UTC.
  expect(formatDeliveryDate(3, new Date('2026-11-29T18:29:59Z'))).toBe('Wed, 2 Dec');
  expect(formatDeliveryDate(3, new Date('2026-11-29T18:30:00Z'))).toBe('Thu, 3 Dec');
  expect(formatDeliveryDate(0, new Date('2026-11-29T18:29:59Z'))).toBe('Sun, 29 Nov');
});

test('the delivery date crosses months, years, leap days and Sundays', () => {
  expect(formatDeliveryDate(1, new Date('2026-12-31T06:00:00Z'))).toBe('Fri, 1 Jan');
  expect(formatDeliveryDate(2, new Date('2028-02-28T06:00:00Z'))).toBe('Wed, 1 Mar');
  expect(formatDeliveryDate(1, new Date('2026-11-28T06:00:00Z'))).toBe('Sun, 29 Nov');
});

test('the delivery date is past from the midnight after it, in India', () => {
  const ordered = new Date('2026-11-29T06:00:00Z');
  const isPast = (now: string) => isDeliveryDatePast(3, ordered, new Date(now));
  expect(isPast('2026-12-02T18:29:59Z')).toBe(false);
  expect(isPast('2026-12-02T18:30:00Z')).toBe(true);
});

test('the longest delivery date to a PIN code fits where the longest day is reserved', () => {
  const dates = Array.from({ length: 366 }, (_, days) =>
    formatDeliveryDate(days, new Date('2026-01-01T06:00:00Z')),
  );
  const longest = Math.max(...dates.map((date) => `${date} to 560038`.length));
  expect(longest).toBeLessThanOrEqual(LONGEST_DAY.length);
});
