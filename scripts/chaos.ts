import { main } from '@patchwork/cli/command';
import { readArguments } from './lib/arguments.ts';
import { runTool } from './lib/checks.ts';
import { playRelease } from './lib/play-release.ts';

const usage = `pnpm chaos [--seeds 1000] [--browser 30] [--from 1]

Cart, wishlist and payment against an API with faults. Each seed is one sequence, first at the level of
state, then in Chromium. The tests run a part of it.`;

const options = {
  seeds: { type: 'string', default: '1000' },
  browser: { type: 'string', default: '30' },
  from: { type: 'string', default: '1' },
} as const;

await main(async () => {
  const { values } = readArguments(options, usage);
  const seed = { CHAOS_SEED: values.from };
  const state = await runTool(
    'vitest',
    ['run', 'mfe-checkout/src/state/two-tabs.properties.test.ts'],
    { ...process.env, ...seed, CHAOS_RUNS: values.seeds },
  );
  const browser = await playRelease(['chaos.spec.ts', '--project=api'], {
    ...seed,
    CHAOS_BROWSER_RUNS: values.browser,
  });
  process.exitCode = state + browser > 0 ? 1 : 0;
});
