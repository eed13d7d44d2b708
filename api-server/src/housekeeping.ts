import type { Logger } from 'pino';
import { deleteExpiredSessions } from './auth/sessions.ts';
import type { Database } from './database/database.ts';
import { deleteOldAttempts } from './limits/attempts.ts';

const INTERVAL_MS = 60_000;

/** Deletes what has expired, once a minute. Any number of processes may do so. Returns what ends it. */
export function startHousekeeping(db: Database, log: Logger): () => Promise<void> {
  let running: Promise<void> = Promise.resolve();
  const timer = setInterval(() => {
    running = tidyUp(db).catch((error: unknown) => {
      log.warn({ err: error }, 'What has expired could not be deleted; it is tried again');
    });
  }, INTERVAL_MS);
  timer.unref();
  return async () => {
    clearInterval(timer);
    await running;
  };
}

async function tidyUp(db: Database): Promise<void> {
  await deleteExpiredSessions(db);
  await deleteOldAttempts(db);
}
