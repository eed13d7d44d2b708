import { parseArgs } from 'node:util';
import { onPostgres } from '../../api-server/src/testing/postgres.ts';
import { openStage, runSeed } from './simulation.ts';

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

function readCount(name: keyof typeof values): number {
  const count = Number(values[name]);
  if (Number.isInteger(count) && count > 0) return count;
  throw new Error(`--${name} is a whole number above 0, not "${values[name]}"`);
}

const [seeds, from, shoppers] = [readCount('seeds'), readCount('from'), readCount('shoppers')];

const sum = { orders: 0, payments: 0, refunds: 0, kills: 0, broken: 0 };

await onPostgres(async (url) => {
  const stage = await openStage(url);
  try {
    for (let seed = from; seed < from + seeds; seed += 1) {
      const { orders, payments, refunds, kills, broken, seconds } = await runSeed(
        stage,
        seed,
        shoppers,
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
