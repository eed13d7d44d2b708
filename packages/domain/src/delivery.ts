const dayFormat = new Intl.DateTimeFormat('en-IN', {
  weekday: 'long',
  day: 'numeric',
  month: 'long',
});

/**
 * Maximum number of days from today for which a date is shown. Later dates could be mistaken for past ones, because
 * they have no year.
 */
const MAX_NAMED_DAYS = 180;

/** The longest text that `formatDeliveryDay` returns. Pages reserve its space. */
export const LONGEST_DAY = 'Wednesday, 30 September';

/** Returns the date of a delivery in this many days: 'Friday, 27 November'. Undefined if it is too far away. */
export function formatDeliveryDay(days: number, today: Date): string | undefined {
  if (days > MAX_NAMED_DAYS) return undefined;
  const day = new Date(today);
  day.setDate(day.getDate() + days);
  return dayFormat.format(day);
}
