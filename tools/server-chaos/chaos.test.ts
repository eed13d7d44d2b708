import { afterAll, beforeAll, describe, expect, inject, test } from 'vitest';
import { createDatabase, type TestDatabase } from '../../api-server/src/testing/postgres.ts';
import { type OpenStage, openStage, runSeed } from './simulation.ts';

const SEEDS = process.env.ALL_TESTS === 'true' ? 20 : 3;
/** The command takes 200, which would be a quarter of an hour here. */
const SHOPPERS = 25;
const TIMEOUT_MS = 120_000;

const postgresUrl = inject('postgresUrl');

describe.skipIf(postgresUrl === null)('two processes on one Postgres, killed at random', () => {
  let database: TestDatabase;
  let stage: OpenStage;

  beforeAll(async () => {
    database = await createDatabase(postgresUrl ?? '');
    stage = await openStage(database.url);
  }, TIMEOUT_MS);

  afterAll(async () => {
    await stage.close();
    await database.drop();
  });

  test.each(Array.from({ length: SEEDS }, (_, index) => index + 1))(
    `no order is lost and nothing is sold twice: seed %i`,
    async (seed) => {
      const { broken, orders } = await runSeed(stage, seed, SHOPPERS);
      expect(broken).toEqual([]);
      expect(orders).toBeGreaterThan(0);
    },
    TIMEOUT_MS,
  );
});
