import { setTimeout as wait } from 'node:timers/promises';
import { deleteExpiredSessions } from './auth/sessions.ts';
import { giveBackPayments, settleOverdue } from './checkout/sweep.ts';
import { deleteOldAttempts } from './limits/attempts.ts';
import type { Services } from './services.ts';

const INTERVAL_MS = 60_000;

/**
 * Closes, gives back and deletes what is due, once a minute. Any number of processes may do so. Returns what
 * ends it.
 */
export function startHousekeeping(services: Services): () => Promise<void> {
  const stopping = new AbortController();
  const running = keepHouse(services, stopping.signal);
  return () => {
    stopping.abort();
    return running;
  };
}

async function keepHouse(services: Services, signal: AbortSignal): Promise<void> {
  for (;;) {
    await wait(INTERVAL_MS, undefined, { ref: false, signal }).catch(() => undefined);
    if (signal.aborted) return;
    await tidyUp(services, signal);
  }
}

const tasks: readonly ((services: Services, signal: AbortSignal) => Promise<unknown>)[] = [
  settleOverdue,
  giveBackPayments,
  ({ db }) => deleteExpiredSessions(db),
  ({ db }) => deleteOldAttempts(db),
];

/** One task that fails does not stop the others. */
async function tidyUp(services: Services, signal: AbortSignal): Promise<void> {
  for (const task of tasks) {
    try {
      await task(services, signal);
    } catch (error) {
      services.log.warn({ err: error }, 'Housekeeping failed; it is tried again in a minute');
    }
  }
}
