import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, beforeAll, expect, onTestFinished, test } from 'vitest';
import { describeOnPostgres } from '../../api-server/src/testing/databases.ts';
import { openStage, runSeed, type Stage } from './simulation.ts';

const isAll = process.env.ALL_TESTS === 'true';
const SEEDS = isAll ? 20 : 3;
/** Number of shoppers. The command has 200, which would take a quarter of an hour here. */
const SHOPPERS = 25;
const TIMEOUT_MS = 300_000;

describeOnPostgres('two processes on one Postgres, killed at random', (newDatabase) => {
  let stage: Stage;

  beforeAll(async () => {
    stage = await openStage(await newDatabase(4));
  }, TIMEOUT_MS);

  afterAll(() => stage.close());

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

test.runIf(isAll)(
  'an embedded database that is killed in the middle of writes has everything that was answered',
  async () => {
    const folder = await mkdtemp(path.join(tmpdir(), 'patchwork-chaos-'));
    onTestFinished(() => rm(folder, { recursive: true, force: true }));
    const stage = await openStage({ kind: 'folder', folder });
    onTestFinished(stage.close);
    const { broken, orders, kills } = await runSeed(stage, 1, SHOPPERS);
    expect(broken).toEqual([]);
    expect(orders).toBeGreaterThan(0);
    expect(kills).toBeGreaterThan(0);
  },
  TIMEOUT_MS,
);
