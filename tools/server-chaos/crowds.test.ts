import { expect, test } from 'vitest';
import { describeOnPostgres } from '../../api-server/src/testing/databases.ts';
import { soakLocks } from './locks.ts';
import { simulateMonth } from './month.ts';
import { withApiProcess } from './processes.ts';
import { flood } from './uploads.ts';

/* Larger crowds, every kind of disturbance and a whole month are in `pnpm soak`. */

const TIMEOUT_MS = 180_000;

describeOnPostgres('thirty buyers who wait for a lock', (newDatabase) => {
  test(
    'are refused in time and told when to try again, while all others continue',
    async () => {
      const { url } = await newDatabase();
      const lines: string[] = [];
      // Twice the time that the server promises, because other tests run on the same machine.
      const most = { maxRatio: Number.POSITIVE_INFINITY, maxRefusalMs: 4_000 };
      const extent = { buyers: 30, rounds: 1, roundMs: 4_000, products: 0, ...most };
      await soakLocks(url, extent, (line) => lines.push(line));
      expect(lines).toHaveLength(4);
      for (const line of lines) expect(line).toMatch(/^held/);
      for (const line of lines.slice(0, 3)) expect(line).not.toContain(' 0 of ');
    },
    TIMEOUT_MS,
  );
});

test.runIf(process.platform === 'linux')(
  'a hundred chunked bodies without a valid token are not kept, and their connections end',
  () =>
    withApiProcess({}, async (api) => {
      await api.start();
      const report = await flood(api, 'bodies in chunks, for a shopper', 100);
      expect(report.answers).toEqual({ 'HTTP/1.1 401 Unauthorized': 100 });
      expect(report.addedMb).toBeLessThanOrEqual(60);
      expect(report.longestMs).toBeLessThanOrEqual(30_000);
    }),
  TIMEOUT_MS,
);

test.runIf(process.platform === 'linux')(
  'after some simulated days the embedded database wastes little space, and starts after a kill',
  async () => {
    const month = await simulateMonth({ days: 4, shoppers: 12, products: 200, kills: 1 });
    expect(month.folderMb).toBeLessThanOrEqual(3 * month.liveMb);
    expect(month.steps).toBeGreaterThan(20);
    expect(month.startsAfterKill).toHaveLength(1);
  },
  TIMEOUT_MS,
);
