import { expect, test } from 'vitest';
import {
  formatDeliveryDate,
  formatDeliveryDay,
  formatDeliveryTime,
  isDeliveryDatePast,
  LONGEST_DAY,
} from './delivery.ts';

/** A quarter to midnight in the shopper's time zone. */
const late = (month: number, day: number) => new Date(2026, month - 1, day, 23, 45);

test('the delivery day counts from today in the shopper’s own time zone', () => {
  expect(formatDeliveryDay(4, late(11, 23))).toBe('Friday, 27 November');
  expect(formatDeliveryDay(0, late(11, 23))).toBe('Monday, 23 November');
});

test('the delivery day crosses months, years and leap days', () => {
  expect(formatDeliveryDay(7, late(12, 28))).toBe('Monday, 4 January');
  expect(formatDeliveryDay(2, new Date(2028, 1, 28))).toBe('Wednesday, 1 March');
});

test('a date that is so far away that its year matters has no text', () => {
  expect(formatDeliveryDay(180, late(11, 23))).toBe('Saturday, 22 May');
  expect(formatDeliveryDay(181, late(11, 23))).toBeUndefined();
  expect(formatDeliveryDay(999_999_999, late(11, 23))).toBeUndefined();
});

test('no date has a longer text than the one for which pages reserve space', () => {
  const days = Array.from({ length: 366 * 7 }, (_, day) => new Date(2026, 0, 1 + day));
  for (const day of days)
    expect(formatDeliveryDay(0, day)?.length).toBeLessThanOrEqual(LONGEST_DAY.length);
});

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

test('one day is singular', () => {
  expect(formatDeliveryTime(1)).toBe('Get it in 1 day');
  expect(formatDeliveryTime(4)).toBe('Get it in 4 days');
});

test('the longest delivery date to a PIN code fits where the longest day is reserved', () => {
  const dates = Array.from({ length: 366 }, (_, days) =>
    formatDeliveryDate(days, new Date('2026-01-01T06:00:00Z')),
  );
  const longest = Math.max(...dates.map((date) => `${date} to 560038`.length));
  expect(longest).toBeLessThanOrEqual(LONGEST_DAY.length);
});
