import * as t from './texts/domain.ts';

// Created when it is used: on most pages it isn't, and it takes a phone milliseconds.
let dayFormat: Intl.DateTimeFormat | undefined;

/**
 * Maximum number of days from today for which a date is shown. Later dates could be mistaken for past ones, because
 * they are shown without a year.
 */
const MAX_NAMED_DAYS = 180;

/** The longest text that `formatDeliveryDay` returns. Pages reserve space for it. */
export const LONGEST_DAY: string = t.longestDay;

/** Returns the date `days` days after `today`: 'Friday, 27 November'. Undefined if `days` is more than 180. */
export function formatDeliveryDay(days: number, today: Date): string | undefined {
  if (days > MAX_NAMED_DAYS) return undefined;
  const day = new Date(today);
  day.setDate(day.getDate() + days);
  dayFormat ??= new Intl.DateTimeFormat(t.locale, {
    weekday: 'long',
    day: 'numeric',
    month: 'long',
  });
  return dayFormat.format(day);
}

/** Returns how long a delivery takes, in the specification's words: 'Get it in 4 days'. */
export const formatDeliveryTime = (days: number): string => t.deliveryTime({ days });
