import { parseArgs } from 'node:util';
import { onPostgres } from '../src/testing/on-postgres.ts';
import { runSeed } from './run-seed.ts';
import { openStage } from './stage.ts';

/*
 * pnpm --filter @patchwork/api-server chaos [--seeds 500] [--from 1] [--shoppers 200]: simulated days of the
 * shop, one line for each seed. The exit code is 1 when a promise was broken.
 */

const { values } = parseArgs({
  options: {
    seeds: { type: 'string', default: '500' },
    from: { type: 'string', default: '1' },
    shoppers: { type: 'string', default: '200' },
  },
});
const [seeds, from, shoppers] = [values.seeds, values.from, values.shoppers].map(Number);

const sum = { orders: 0, payments: 0, refunds: 0, kills: 0, broken: 0 };

await onPostgres(async (url) => {
  const stage = await openStage(url);
  try {
    for (let seed = from ?? 1; seed < (from ?? 1) + (seeds ?? 0); seed += 1) {
      const { orders, payments, refunds, kills, broken, seconds } = await runSeed(
        stage,
        seed,
        shoppers ?? 0,
      );
      sum.orders += orders;
      sum.payments += payments;
      sum.refunds += refunds;
      sum.kills += kills;
      sum.broken += broken.length;
      const counts = `${orders} orders, ${payments} payments, ${refunds} refunds, ${kills} kills`;
      console.log(`seed ${seed}: ${counts}, ${seconds.toFixed(1)} s`, ...broken.slice(0, 10));
    }
  } finally {
    await stage.close();
  }
});
console.log(`all:`, sum);
process.exitCode = sum.broken > 0 ? 1 : 0;
