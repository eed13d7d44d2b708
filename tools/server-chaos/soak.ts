import { onPostgres } from '../../api-server/src/testing/postgres.ts';
import { soakLocks } from './locks.ts';
import { withApiProcess } from './processes.ts';
import { flood, uploadKinds } from './uploads.ts';

/** Soak tests. Each prints a line for each disturbance or attack, and sets the exit code if a limit is broken. */
export const serverSoaks = {
  /** Tests that reads get at most twice as slow, and that a checkout is refused within two seconds. */
  locks: () =>
    onPostgres((url) => {
      const most = { maxRatio: 2, maxRefusalMs: 2_000 };
      const extent = { buyers: 30, rounds: 3, roundMs: 10_000, products: 100_000, ...most };
      return soakLocks(url, extent, (line) => {
        if (!line.startsWith('held')) process.exitCode = 1;
        console.log(line);
      });
    }),

  /** Tests that 400 connections without a token add at most 60 MB, and last at most 30 seconds. Linux only. */
  uploads: () =>
    withApiProcess({}, async (api) => {
      await api.start();
      for (const kind of uploadKinds) {
        const { addedMb, longestMs, answers } = await flood(api, kind, 400);
        const isHeld = addedMb <= 60 && longestMs <= 30_000;
        if (!isHeld) process.exitCode = 1;
        console.log(
          `${isHeld ? 'held  ' : 'BROKEN'} ${kind}: ${addedMb.toFixed(0)} MB added at most,`,
          `longest connection ${(longestMs / 1000).toFixed(1)} s,`,
          Object.entries(answers)
            .map(([answer, count]) => `${count} × ${answer}`)
            .join(', '),
        );
      }
    }),
};
