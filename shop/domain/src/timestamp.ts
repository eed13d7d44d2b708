import * as v from 'valibot';

/** Schema of an ISO time in UTC, such as `toISOString` returns. */
export const instantSchema = v.pipe(v.string(), v.isoTimestamp(), v.regex(/^\S+Z$/));

const two = (value: number): string => String(value).padStart(2, '0');

/** Formats a time as local time with its offset: '2026-03-01T09:05:00+05:30'. */
export function timestamp(date: Date): string {
  const day = [date.getFullYear(), two(date.getMonth() + 1), two(date.getDate())].join('-');
  const time = [date.getHours(), date.getMinutes(), date.getSeconds()].map(two).join(':');
  const ahead = -date.getTimezoneOffset();
  const offset = [Math.floor(Math.abs(ahead) / 60), Math.abs(ahead) % 60].map(two).join(':');
  return `${day}T${time}${ahead < 0 ? '-' : '+'}${offset}`;
}
