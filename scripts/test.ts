import { main } from '@patchwork/cli/command';
import { readArguments } from './lib/arguments.ts';
import { runChecks } from './lib/checks.ts';
import { runJourneys } from './lib/journeys.ts';
import { showTimes, summarize } from './lib/tally.ts';

const usage = `pnpm test [--all] [--times]

--all    also simulated days, whole matrices, copies of the workspace, and every journey of a shopper on an API
--times  where the time goes: by layer, and the slowest files`;

await main(async () => {
  const flag = { type: 'boolean', default: false } as const;
  const { all, times } = readArguments({ all: flag, times: flag }, usage).values;
  // Variable that vitest.config.ts and playwright.config.ts read.
  if (all) process.env.ALL_TESTS = 'true';
  const tallies = [...(await runChecks()), ...(await runJourneys())];
  if (times) showTimes(tallies);
  process.exitCode = summarize(tallies) ? 0 : 1;
});
