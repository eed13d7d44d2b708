const dayFormat = new Intl.DateTimeFormat('en-IN', {
  weekday: 'long',
  day: 'numeric',
  month: 'long',
});

/**
 * Maximum number of days from today for which a date is shown. Later dates could be mistaken for past ones, because
 * they are shown without a year.
 */
const MAX_NAMED_DAYS = 180;

/** The longest text that `formatDeliveryDay` returns. Pages reserve space for it. */
export const LONGEST_DAY = 'Wednesday, 30 September';

/** Returns the date `days` days after `today`: 'Friday, 27 November'. Undefined if `days` is more than 180. */
export function formatDeliveryDay(days: number, today: Date): string | undefined {
  if (days > MAX_NAMED_DAYS) return undefined;
  const day = new Date(today);
  day.setDate(day.getDate() + days);
  return dayFormat.format(day);
}

/** Returns how long a delivery takes, in the specification's words: 'Get it in 4 days'. */
export const formatDeliveryTime = (days: number): string =>
  `Get it in ${days} ${days === 1 ? 'day' : 'days'}`;

const DAY_MS = 24 * 3_600_000;

/** Offset of India's time, which has no daylight saving. */
const INDIA_OFFSET_MS = 5.5 * 3_600_000;

/**
 * Returns the date `days` calendar days after the day of the order in India, whichever time zone the shopper is in:
 * 'Tue, 1 Dec'. Sundays and holidays count.
 */
export const formatDeliveryDate = (days: number, ordered: Date): string =>
  new Date(ordered.getTime() + days * DAY_MS).toLocaleDateString('en-IN', {
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
