import { main } from '@patchwork/cli/command';
import { readArguments } from './lib/arguments.ts';
import { runChecks } from './lib/checks.ts';
import { runJourneys } from './lib/journeys.ts';
import { summarize } from './lib/tally.ts';

const usage = `pnpm test [--all]

--all  also simulated days, whole matrices, copies of the workspace, and every journey of a shopper on an API`;

await main(async () => {
  const { all } = readArguments({ all: { type: 'boolean', default: false } }, usage).values;
  // For vitest.config.ts and playwright.config.ts.
  if (all) process.env.ALL_TESTS = 'true';
  const tallies = [...(await runChecks()), ...(await runJourneys())];
  process.exitCode = summarize(tallies) ? 0 : 1;
});
