import { keep } from './api-answers.ts';

/** Milliseconds of the first pause. Each further one is twice as long. */
const PAUSE_MS = 5000;
/** Milliseconds of the longest pause. After as long without a failure, the next pause is the first one again. */
const LONGEST_PAUSE_MS = 300_000;

/** Pauses after failures, of anything that a key names. */
export interface Pauses {
  readonly isPaused: (key: string) => boolean;
  /** Counts a failure. The first `harmless` failures cause no pause. */
  readonly add: (key: string, harmless?: number) => void;
}

export function createPauses(): Pauses {
  const entries = new Map<string, { readonly failures: number; readonly until: number }>();
  return {
    isPaused: (key) => Date.now() < (entries.get(key)?.until ?? 0),
    add(key, harmless = 0) {
      const known = entries.get(key);
      const isRecent = known && Date.now() < known.until + LONGEST_PAUSE_MS;
      const failures = isRecent ? known.failures + 1 : 1;
      const doublings = failures - harmless - 1;
      const pauseMs = doublings < 0 ? 0 : Math.min(PAUSE_MS * 2 ** doublings, LONGEST_PAUSE_MS);
      keep(entries, key, { failures, until: Date.now() + pauseMs });
    },
  };
}
