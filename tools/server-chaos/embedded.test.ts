import { existsSync } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { demoAccount } from '@patchwork/domain';
import { eq } from 'drizzle-orm';
import { beforeAll, expect, onTestFinished, test } from 'vitest';
import { bundleForTest } from '../../api-server/src/bundle.ts';
import { openDatabase } from '../../api-server/src/database/open.ts';
import { checkouts, orders, products } from '../../api-server/src/database/schema.ts';
import { openTestServer, testSettings } from '../../api-server/src/testing/server.ts';
import { createRandom, type Random } from './actors.ts';
import { type ApiProcess, createApiProcess, freePort } from './processes.ts';
import { piecesOf } from './simulation.ts';
import {
  ConnectionLost,
  findLosses,
  type Memory,
  shopUntilKilled,
  signUp,
} from './steady-shopper.ts';

const ROUNDS = 3;
const SHOPPERS = 8;
const TIMEOUT_MS = 240_000;

let program = '';

beforeAll(async () => {
  program = await bundleForTest();
});

/** A process on a new folder, which goes when the test ends. */
async function openFolder() {
  const folder = await mkdtemp(path.join(tmpdir(), 'patchwork-crash-'));
  const api = createApiProcess(program, await freePort(), {
    PATCHWORK_DATA: folder,
    ATTEMPTS_PER_ADDRESS: '1000000',
    GUEST_ACCOUNT: 'true',
  });
  onTestFinished(async () => {
    await api.kill();
    await rm(folder, { recursive: true, force: true });
  });
  return { folder, api };
}

async function findProductIds(url: string): Promise<readonly string[]> {
  const response = await fetch(`${url}/api/products`);
  const { products } = (await response.json()) as {
    products: readonly { readonly _id: string; readonly in_stock: boolean }[];
  };
  return products.filter((product) => product.in_stock).map(({ _id }) => _id);
}

/** New shoppers and those of before shop, until the process is killed after a random number of answers. */
async function shopAndKill(api: ApiProcess, memories: Memory[], random: Random): Promise<void> {
  const productIds = await findProductIds(api.url);
  // Each has choices of their own, so that the order of the answers does not change them.
  const server = { url: api.url, answers: 0 };
  const killAfter = random.between(2, 400);
  const streams = () => createRandom(random.between(0, 2 ** 30), 0);
  const shopping = [
    ...memories.map((memory) => [memory, streams()] as const),
    ...Array.from({ length: SHOPPERS }, () => [undefined, streams()] as const),
  ].map(async ([known, own]) => {
    try {
      const memory = known ?? (await signUp(server, own));
      if (!known) memories.push(memory);
      await shopUntilKilled(server, memory, productIds, own);
    } catch (error) {
      if (!(error instanceof ConnectionLost)) throw error;
    }
  });
  while (server.answers < killAfter) await wait(1);
  await api.kill();
  await Promise.all(shopping);
}

/** The pieces that are sold and held, against those that are left of the sample's. */
async function findWrongStock(folder: string): Promise<readonly string[]> {
  const { db, close } = await openDatabase({ kind: 'folder', folder });
  try {
    const sold = piecesOf(await db.select().from(orders));
    const held = piecesOf(await db.select().from(checkouts).where(eq(checkouts.status, 'open')));
    const rows = await db.select().from(products);
    return rows.flatMap((row) => {
      const began = row.stock + (sold.get(row.id) ?? 0);
      const isRight =
        [0, testSettings.sampleStock].includes(began) && row.held === (held.get(row.id) ?? 0);
      return isRight ? [] : [`${row.id}: began with ${began}, ${row.held} held`];
    });
  } finally {
    await close();
  }
}

test.runIf(process.env.ALL_TESTS === 'true')(
  'an embedded database that is killed in the middle of writes has all that was answered',
  async () => {
    const seed = Number(process.env.SEED ?? Date.now() % 1_000_000);
    console.info(`The seed is ${seed}; SEED=${seed} repeats its choices`);
    const random = createRandom(seed, 0);
    const { folder, api } = await openFolder();
    await (await openTestServer({ database: { kind: 'folder', folder } })).stop();
    const memories: Memory[] = [];
    for (let round = 0; round < ROUNDS; round += 1) {
      await api.start();
      await shopAndKill(api, memories, random);
      await api.start();
      const server = { url: api.url, answers: 0 };
      const losses = await Promise.all(memories.map((memory) => findLosses(server, memory)));
      expect(losses.flat()).toEqual([]);
      await api.kill();
    }
    expect(memories.length).toBeGreaterThan(0);
    expect(memories.flatMap((memory) => memory.orders).length).toBeGreaterThan(0);
    expect(await findWrongStock(folder)).toEqual([]);
  },
  TIMEOUT_MS,
);

test(
  'a process that is killed while it makes its database starts the next time',
  async () => {
    const { folder, api } = await openFolder();
    const database = path.join(folder, 'database');
    /** From its first file to what follows its last: tables, migrations, sample. */
    const moments = [
      () => existsSync(database),
      () => existsSync(path.join(database, 'global')),
      () => existsSync(path.join(database, 'PG_VERSION')),
    ];
    for (const isThere of moments) {
      const started = api.start().catch(() => undefined);
      await expect.poll(isThere, { timeout: TIMEOUT_MS, interval: 2 }).toBe(true);
      await api.kill();
      await started;
    }
    for (const delayMs of [20, 80, 320]) {
      const started = api.start().catch(() => undefined);
      await expect.poll(() => existsSync(path.join(folder, 'lock'))).toBe(true);
      await wait(delayMs);
      await api.kill();
      await started;
    }
    await api.start();
    const body = JSON.stringify(demoAccount);
    const login = await fetch(`${api.url}/api/auth/login`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body,
    });
    expect(login.status).toBe(200);
    expect(await findProductIds(api.url)).not.toEqual([]);
  },
  TIMEOUT_MS,
);
