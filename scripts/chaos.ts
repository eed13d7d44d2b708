import { readArguments } from './lib/arguments.ts';
import { buildAll } from './lib/build.ts';
import { runTool } from './lib/checks.ts';
import { provideChromium } from './lib/chromium.ts';
import { publishAll } from './lib/publish.ts';
import { main } from './lib/terminal.ts';

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
  const env = { ...process.env, CHAOS_SEED: values.from };
  const state = await runTool(
    'vitest',
    ['run', 'packages/state/src/sync/sync.properties.test.ts'],
    { ...env, CHAOS_RUNS: values.seeds },
  );
  await buildAll();
  await publishAll();
  const browser = await runTool('playwright', ['test', 'chaos.spec.ts', '--project=api'], {
    ...env,
    CHROMIUM_PATH: await provideChromium(),
    CHAOS_BROWSER_RUNS: values.browser,
  });
  process.exitCode = state + browser > 0 ? 1 : 0;
});
