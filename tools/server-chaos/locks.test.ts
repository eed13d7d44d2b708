import { describe, expect, inject, onTestFinished, test } from 'vitest';
import { bundleForTest } from '../../api-server/src/bundle.ts';
import { createDatabase } from '../../api-server/src/testing/postgres.ts';
import { lockKinds, observe, openCheckout, signUpBuyers, whileLocked } from './locks.ts';
import { createApiProcess, freePort } from './processes.ts';

const TIMEOUT_MS = 180_000;
const BUYERS = 30;
const HELD_MS = 4_000;

/** Twice the time that the server promises: tests share their machine with others. */
const MAX_MS = 4_000;

const postgresUrl = inject('postgresUrl');

/** With how fast reads are, and with an import: `pnpm soak locks`. */
describe.skipIf(postgresUrl === null)('thirty buyers who wait for a lock', () => {
  test(
    'are refused in time and told when to try again, while all others go on',
    async () => {
      const database = await createDatabase(postgresUrl ?? '');
      const api = createApiProcess(await bundleForTest(), await freePort(), {
        DATABASE_URL: database.url,
        ATTEMPTS_PER_ADDRESS: '1000000',
      });
      onTestFinished(async () => {
        await api.kill();
        await database.drop();
      });
      await api.start();
      const buyers = await signUpBuyers(api.url, 'indigo-selvedge-overshirt', BUYERS);
      const [buyer] = buyers;
      if (!buyer) throw new Error('no buyer');
      for (const kind of lockKinds) {
        const waiting = kind === 'shopper' ? buyers.map(() => buyer) : buyers;
        const disturb = (ended: Promise<unknown>) => observe(api.url, buyer, waiting, ended);
        const seen = await whileLocked(database.url, kind, buyer, HELD_MS, disturb);
        expect(new Set(seen.reads.map(({ status }) => status))).toEqual(new Set([200]));
        expect(new Set(seen.readiness.map(({ status }) => status))).toEqual(new Set([200]));
        expect(new Set(seen.checkouts.map(({ status }) => status))).toEqual(new Set([503]));
        expect(seen.checkouts.every(({ retryAfter }) => Number(retryAfter) > 0)).toBe(true);
        const answers = [...seen.reads, ...seen.readiness, ...seen.checkouts];
        expect(Math.max(...answers.map(({ ms }) => ms))).toBeLessThan(MAX_MS);
      }
      expect((await openCheckout(api.url, buyer)).answer.status).toBe(201);
    },
    TIMEOUT_MS,
  );
});
