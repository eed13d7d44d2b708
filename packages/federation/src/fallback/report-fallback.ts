import type { FallbackRecord } from './fallback-record.ts';

/**
 * Reports to the shop's operators that a version failed a visitor. The report names no visitor, page
 * or session. It is plain text, which a browser sends to another origin without a preflight request;
 * a report that can't be sent must not disturb the shopper.
 */
export function reportFallback(url: string | undefined, record: FallbackRecord): void {
  if (url === undefined) return;
  const { remote, version, fallback, cause, message } = record;
  const report = { format: 1, event: 'fallback', remote, version, fallback, cause, message };
  try {
    navigator.sendBeacon(url, JSON.stringify(report));
  } catch (error) {
    console.error(error);
  }
}
