/** Formats a duration: '340 ms', '2.5 s'. */
export function describeDuration(milliseconds: number): string {
  if (milliseconds >= 1000) return `${(milliseconds / 1000).toFixed(1)}\u00a0s`;
  return `${Math.round(milliseconds)}\u00a0ms`;
}

const units = ['kilobyte', 'megabyte', 'gigabyte'] as const;

/** Formats a size: '512 bytes', '8.2 kB', '5 MB'. */
export function sizeText(bytes: number): string {
  if (bytes < 1000) return `${bytes} ${bytes === 1 ? 'byte' : 'bytes'}`;
  const step = Math.min(Math.floor(Math.log10(bytes) / 3), units.length);
  const format = new Intl.NumberFormat('en', {
    style: 'unit',
    unit: units[step - 1] ?? 'kilobyte',
    maximumFractionDigits: 1,
  });
  return format.format(bytes / 1000 ** step);
}

const clock = new Intl.DateTimeFormat('en-GB', {
  hour: '2-digit',
  minute: '2-digit',
  second: '2-digit',
  fractionalSecondDigits: 3,
});

/** Formats local time to the millisecond. `at` is in milliseconds since 1970. */
export const describeTime = (at: number): string => clock.format(at);

/** Formats a number with its noun: '1 file', '3 files'. */
export const counted = (value: number, one: string, many: string): string =>
  `${value} ${value === 1 ? one : many}`;

const count = new Intl.NumberFormat('en-IN');

/** Formats a number with Indian grouping: '10,000', '1,00,000'. */
export const formatCount = (value: number): string => count.format(value);
