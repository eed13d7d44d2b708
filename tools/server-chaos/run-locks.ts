import { execFile } from 'node:child_process';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { promisify } from 'node:util';
import { bundleForTest } from '../../api-server/src/bundle.ts';
import { onPostgres } from '../../api-server/src/testing/postgres.ts';
import { lockKinds, observe, p99, signUpBuyers, whileLocked } from './locks.ts';
import { createApiProcess, freePort } from './processes.ts';

/*
 * pnpm soak locks: 30 buyers wait for a lock that someone else holds, and buy during an import of 100,000 products, while
 * visitors read. Each disturbance follows the same reads without it. The exit code is 1 when those get more than twice as
 * slow, a health check fails, or a checkout that is refused is so late, or without a time to try again.
 */

const BUYERS = 30;
const ROUND_MS = 10_000;
const ROUNDS = 3;
const MAX_RATIO = 2;
const MAX_REFUSAL_MS = 2_000;
const PRODUCTS = 100_000;
const IMPORT_TIMEOUT_MS = 600_000;
const PRODUCT = 'indigo-selvedge-overshirt';

const run = promisify(execFile);

const catalogue = (price: number): string =>
  [
    'id,title,category,size,price,stock',
    ...Array.from(
      { length: PRODUCTS },
      (_, index) => `p${index},Shirt ${index},MEN,M,${price},1000`,
    ),
  ].join('\n');

type Observed = Awaited<ReturnType<typeof observe>>;

const join = (rounds: readonly Observed[]): Observed => ({
  reads: rounds.flatMap(({ reads }) => reads),
  readiness: rounds.flatMap(({ readiness }) => readiness),
  checkouts: rounds.flatMap(({ checkouts }) => checkouts),
});

/** Prints one line, and remembers whether all is as it has to be. */
function judge(name: string, undisturbed: Observed, disturbed: Observed): void {
  const [before, during] = [p99(undisturbed.reads), p99(disturbed.reads)];
  const refused = disturbed.checkouts.filter(({ status }) => status === 503);
  const slowest = Math.max(0, ...refused.map(({ ms }) => ms));
  const isHeld =
    during <= MAX_RATIO * before &&
    [...disturbed.reads, ...disturbed.readiness].every(({ status }) => status === 200) &&
    disturbed.checkouts.every(({ status }) => [201, 409, 503].includes(status)) &&
    refused.every(({ ms, retryAfter }) => ms <= MAX_REFUSAL_MS && retryAfter !== null);
  if (!isHeld) process.exitCode = 1;
  const failed = [...disturbed.reads, ...disturbed.readiness].filter(
    ({ status }) => status !== 200,
  );
  console.log(
    `${isHeld ? 'held  ' : 'BROKEN'} ${name}: reads ${before.toFixed(0)} → ${during.toFixed(0)} ms (p99, ${(during / before).toFixed(2)} times),`,
    `${disturbed.reads.length} reads and ${disturbed.readiness.length} health checks, ${failed.length} failed,`,
    `${refused.length} of ${disturbed.checkouts.length} checkouts refused, the slowest after ${(slowest / 1000).toFixed(1)} s`,
  );
}

await onPostgres(async (databaseUrl) => {
  const folder = await mkdtemp(path.join(tmpdir(), 'patchwork-locks-'));
  const program = await bundleForTest();
  const env = {
    DATABASE_URL: databaseUrl,
    PAYMENT: 'simulator',
    ATTEMPTS_PER_ADDRESS: '1000000',
  };
  const api = createApiProcess(program, await freePort(), env);
  const importProducts = async (price: number) => {
    const file = path.join(folder, 'catalogue.csv');
    await writeFile(file, catalogue(price));
    await run(process.execPath, [program, 'import', file], {
      env: { ...process.env, ...env },
      timeout: IMPORT_TIMEOUT_MS,
    });
  };
  try {
    await api.start();
    const buyers = await signUpBuyers(api.url, PRODUCT, BUYERS + 1);
    const [reader] = buyers.splice(0, 1);
    const [buyer] = buyers;
    if (!reader || !buyer) throw new Error('no buyers');
    for (const kind of lockKinds) {
      const waiting = kind === 'shopper' ? buyers.map(() => buyer) : buyers;
      const rounds = { without: [] as Observed[], with: [] as Observed[] };
      for (let round = 0; round < ROUNDS; round += 1) {
        rounds.without.push(await observe(api.url, reader, [], wait(ROUND_MS)));
        const disturb = (ended: Promise<unknown>) => observe(api.url, reader, waiting, ended);
        rounds.with.push(await whileLocked(databaseUrl, kind, buyer, ROUND_MS, disturb));
      }
      judge(`30 buyers, locked: ${kind}`, join(rounds.without), join(rounds.with));
    }
    await importProducts(1500);
    // Buyers stay the same, so that the difference is the import's.
    const without = await observe(api.url, reader, buyers, wait(ROUND_MS));
    judge('an import', without, await observe(api.url, reader, buyers, importProducts(1400)));
  } finally {
    await api.kill();
    await rm(folder, { recursive: true, force: true });
  }
});
