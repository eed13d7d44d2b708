/** Returns a date's time; undefined if the text is none. A day is in UTC. */
function timeOf(text: string): number | undefined {
  // Google writes 2026-11-01T00:00+0530, without a colon.
  const time = Date.parse(text.trim().replace(/([+-]\d{2})(\d{2})$/, '$1:$2'));
  return Number.isNaN(time) ? undefined : time;
}

const DAY_MS = 86_400_000;

/** Whether a sale is today. An empty start or end sets no limit; a day without a time ends when it is over. */
export function isCurrent(starts: string, ends: string, now = Date.now()): boolean {
  const end = timeOf(ends);
  const isDay = /^\d{4}-\d{2}-\d{2}$/.test(ends.trim());
  return (timeOf(starts) ?? now) <= now && now <= (end ?? now) + (isDay ? DAY_MS : 0);
}
