import type { FallbackRecord } from './fallback-record.ts';

/**
 * Tells the shop's keepers that a version failed a visitor. It names no visitor, page or session. As
 * plain text, which another origin may be sent without being asked first; a report that can't be
 * sent is nothing to the shopper.
 */
export function reportFallback(url: string | undefined, healed: FallbackRecord): void {
  if (url === undefined) return;
  const { remote, version, fallback, cause, message } = healed;
  const report = { format: 1, event: 'healed', remote, version, fallback, cause, message };
  try {
    navigator.sendBeacon(url, JSON.stringify(report));
  } catch (error) {
    console.error(error);
  }
}
