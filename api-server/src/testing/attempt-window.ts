import { setTimeout as wait } from 'node:timers/promises';

/** Length of the windows in which attempts are counted: see auth/attempts.ts. */
const WINDOW_MS = 15 * 60_000;

/** Longest time that a test which counts takes on a busy machine. */
const LONG_TEST_MS = 25_000;

/** Waits for the next window if the current one ends soon: a test that crosses its end would find its counts at 0. */
export async function awaitLongWindow(): Promise<void> {
  const leftMs = WINDOW_MS - (Date.now() % WINDOW_MS);
  if (leftMs < LONG_TEST_MS) await wait(leftMs);
}
