import { main } from '@patchwork/cli/command';
import { ReleaseError } from '@patchwork/release';
import { readArguments } from '../scripts/lib/arguments.ts';
import { buildAll, publishAll } from '../scripts/lib/publish.ts';
import { simulateCanaries } from './bench/canary.ts';
import { picture, writeFilmstrip } from './bench/filmstrip.ts';
import { runFull, runQuick } from './bench/sections.ts';
import { withSetup } from './bench/setup.ts';
import { measureCatalogues } from './server-bench/catalogues.ts';
import { measureOrders } from './server-bench/orders.ts';
import { measureRequests } from './server-bench/requests.ts';

const usage = `pnpm bench [--quick | --filmstrip | --runs 7 --only list]
pnpm bench server [requests | catalogues | orders] [--products 100000] [--orders 300000]
pnpm bench canary    when a simulated canary is stopped or takes its next step`;

const serverBenches = {
  requests: measureRequests,
  catalogues: measureCatalogues,
  orders: measureOrders,
};

const options = {
  quick: { type: 'boolean' },
  filmstrip: { type: 'boolean' },
  runs: { type: 'string', default: '7' },
  only: { type: 'string' },
  products: { type: 'string', default: '100000' },
  orders: { type: 'string', default: '300000' },
} as const;

await main(async () => {
  const { positionals, values } = readArguments(options, usage, 2);
  const [subject, ...names] = positionals;
  if (subject === 'canary') return simulateCanaries();
  if (subject === 'server') {
    const extent = { products: Number(values.products), orders: Number(values.orders) };
    if (
      names.some((name) => !Object.hasOwn(serverBenches, name)) ||
      !Object.values(extent).every((count) => Number.isInteger(count) && count > 0)
    ) {
      throw new ReleaseError(usage);
    }
    for (const [name, measure] of Object.entries(serverBenches)) {
      if (names.length === 0 || names.includes(name)) await measure(extent);
    }
    return;
  }
  const { quick, filmstrip, runs: text, only } = values;
  const runs = Number(text);
  if (subject !== undefined || !Number.isInteger(runs) || runs < 1) throw new ReleaseError(usage);
  await buildAll();
  await publishAll();
  if (quick) process.exitCode = await runQuick();
  else if (filmstrip) {
    await withSetup(writeFilmstrip);
    console.log(`wrote ${picture}`);
  } else await runFull({ runs, only });
});
