import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, beforeAll, expect, onTestFinished, test } from 'vitest';
import { describeOnPostgres } from '../../api-server/src/testing/databases.ts';
import { openStage, runSeed, type Stage } from './simulation.ts';

const isAll = process.env.ALL_TESTS === 'true';
const SEEDS = 20;
const SHOPPERS = isAll ? 25 : 4;
const TIMEOUT_MS = 300_000;

describeOnPostgres('two processes on one Postgres, killed at random', (newDatabase) => {
  let stage: Stage;

  beforeAll(async () => {
    stage = await openStage(await newDatabase(4));
  }, TIMEOUT_MS);

  afterAll(() => stage.close());

  test(
    `orders are created, changed and refunded as their events say, each once, in ${SEEDS} days`,
    async () => {
      const broken: string[] = [];
      let [orders, kills] = [0, 0];
      for (let seed = 1; seed <= SEEDS; seed += 1) {
        const day = await runSeed(stage, seed, SHOPPERS);
        broken.push(...day.broken.map((promise) => `seed ${seed}: ${promise}`));
        orders += day.orders;
        kills += day.kills;
      }
      expect(broken).toEqual([]);
      expect(orders).toBeGreaterThan(SEEDS / 2);
      expect(kills).toBeGreaterThan(SEEDS / 4);
    },
    TIMEOUT_MS,
  );
});

test.runIf(isAll)(
  'an embedded database that is killed during writes contains everything that was confirmed',
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
