import { deleteExpiredSessions } from './auth/sessions.ts';
import { giveBackPayments, settleOverdue } from './checkout/settle.ts';
import { deleteOldAttempts } from './limits/attempts.ts';
import type { Services } from './services.ts';

const INTERVAL_MS = 60_000;

/** Closes and deletes what has expired, once a minute. Any number of processes may do so. Returns what ends it. */
export function startHousekeeping(services: Services): () => Promise<void> {
  let running: Promise<void> = Promise.resolve();
  const timer = setInterval(() => {
    running = tidyUp(services).catch((error: unknown) => {
      services.log.warn({ err: error }, 'What has expired could not be deleted; it is tried again');
    });
  }, INTERVAL_MS);
  timer.unref();
  return async () => {
    clearInterval(timer);
    await running;
  };
}

async function tidyUp(services: Services): Promise<void> {
  const { db } = services;
  await settleOverdue(services);
  await giveBackPayments(services);
  await deleteExpiredSessions(db);
  await deleteOldAttempts(db);
}
