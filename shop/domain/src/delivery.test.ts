import { expect, test } from 'vitest';
import { formatDeliveryDay, formatDeliveryTime, LONGEST_DAY } from './delivery.ts';

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

test('one day is singular', () => {
  expect(formatDeliveryTime(1)).toBe('Get it in 1 day');
  expect(formatDeliveryTime(4)).toBe('Get it in 4 days');
});
