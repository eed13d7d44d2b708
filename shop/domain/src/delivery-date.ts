import * as t from './texts/domain.ts';

const DAY_MS = 24 * 3_600_000;

/** Offset of India's time, which has no daylight saving. */
const INDIA_OFFSET_MS = 5.5 * 3_600_000;

/**
 * Returns the date `days` calendar days after the day of the order in India, whichever time zone the shopper is in:
 * 'Tue, 1 Dec'. Sundays and holidays count.
 */
export const formatDeliveryDate = (days: number, ordered: Date): string =>
  new Date(ordered.getTime() + days * DAY_MS).toLocaleDateString(t.locale, {
    weekday: 'short',
    day: 'numeric',
    month: 'short',
    timeZone: 'Asia/Kolkata',
  });

/** Whether the date of `formatDeliveryDate` is past in India. */
export function isDeliveryDatePast(days: number, ordered: Date, now: Date): boolean {
  const dayOf = (time: Date) => Math.floor((time.getTime() + INDIA_OFFSET_MS) / DAY_MS);
  return dayOf(now) > dayOf(ordered) + days;
}
