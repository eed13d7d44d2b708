const dayFormat = new Intl.DateTimeFormat('en-IN', {
  weekday: 'long',
  day: 'numeric',
  month: 'long',
});

/** Latest day that is named, from today on: further away, a date without a year is taken for an earlier one. */
const MAX_NAMED_DAYS = 180;

/** The longest text of `formatDeliveryDay`, for the space that a page reserves. */
export const LONGEST_DAY = 'Wednesday, 30 September';

/** Returns the day on which something arrives that takes this many days: 'Friday, 27 November'. */
export function formatDeliveryDay(days: number, today: Date): string | undefined {
  if (days > MAX_NAMED_DAYS) return undefined;
  const day = new Date(today);
  day.setDate(day.getDate() + days);
  return dayFormat.format(day);
}
