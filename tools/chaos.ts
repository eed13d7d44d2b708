import { main } from '@patchwork/cli/command';
import { ReleaseError } from '@patchwork/release';
import { readArguments } from '../scripts/lib/arguments.ts';
import { runTool } from '../scripts/lib/checks.ts';
import { playRelease } from './play-release.ts';
import { sendMails } from './server-chaos/mails.ts';
import { simulateDays } from './server-chaos/simulation.ts';

const usage = `pnpm chaos [--seeds 1000] [--browser 30] [--from 1]

Cart, wishlist and payment against an API with faults. Each seed is one sequence, first at the level of
state, then in Chromium. The tests run a part of it.

pnpm chaos server [--seeds 500] [--shoppers 200] [--from 1]

Simulated days of the API server: two processes on one Postgres, killed at random while 200 shoppers buy.

pnpm chaos mails [--seeds 5] [--mails 10000] [--from 1]

A full outbox, sent by two processes on one Postgres that are killed at random.`;

const options = {
  seeds: { type: 'string' },
  shoppers: { type: 'string', default: '200' },
  mails: { type: 'string', default: '10000' },
  browser: { type: 'string', default: '30' },
  from: { type: 'string', default: '1' },
} as const;

await main(async () => {
  const { positionals, values } = readArguments(options, usage, 1);
  const [subject] = positionals;
  if (subject === 'server' || subject === 'mails') {
    const { seeds = subject === 'server' ? '500' : '5', shoppers, mails, from } = values;
    const extent = {
      ...{ seeds: Number(seeds), from: Number(from) },
      ...{ shoppers: Number(shoppers), mails: Number(mails) },
    };
    if (!Object.values(extent).every((count) => Number.isInteger(count) && count > 0)) {
      throw new ReleaseError(usage);
    }
    const broken = subject === 'server' ? await simulateDays(extent) : await sendMails(extent);
    process.exitCode = broken > 0 ? 1 : 0;
    return;
  }
  if (subject !== undefined) throw new ReleaseError(usage);
  const seed = { CHAOS_SEED: values.from };
  const state = await runTool(
    'vitest',
    ['run', 'mfe-checkout/src/testing/two-tabs.properties.test.ts'],
    { ...process.env, ...seed, CHAOS_RUNS: values.seeds ?? '1000' },
  );
  const browser = await playRelease(['chaos.spec.ts', '--project=api'], {
    ...seed,
    CHAOS_BROWSER_RUNS: values.browser,
  });
  process.exitCode = state + browser > 0 ? 1 : 0;
});
