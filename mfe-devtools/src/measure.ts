/** 340.4 as '340 ms', 2510 as '2.5 s'. */
export function describeDuration(milliseconds: number): string {
  if (milliseconds >= 1000) return `${(milliseconds / 1000).toFixed(1)}\u00a0s`;
  return `${Math.round(milliseconds)}\u00a0ms`;
}

/** 512 as '512 B', 20480 as '20.5 kB'. */
export function describeSize(bytes: number): string {
  if (bytes < 1000) return `${bytes}\u00a0B`;
  if (bytes < 1_000_000) return `${(bytes / 1000).toFixed(1)}\u00a0kB`;
  return `${(bytes / 1_000_000).toFixed(1)}\u00a0MB`;
}

const clock = new Intl.DateTimeFormat('en-GB', {
  hour: '2-digit',
  minute: '2-digit',
  second: '2-digit',
  fractionalSecondDigits: 3,
});

/** The local time of day to the millisecond; `at` in milliseconds since 1970. */
export const describeTime = (at: number): string => clock.format(at);
