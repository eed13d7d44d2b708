import { main } from '@patchwork/cli/command';
import { readArguments } from './lib/arguments.ts';
import { countTests, runChecks, runTool } from './lib/checks.ts';
import { provideChromium } from './lib/chromium.ts';
import { testOnOtherNodes } from './lib/other-nodes.ts';
import { releaseAll } from './lib/publish.ts';
import { countPlaywright, showTimes, summarize, type Tally, tally } from './lib/tally.ts';
import { keepFilesInMemory } from './lib/temporary-files.ts';

const usage = `pnpm test [--all] [--times]

--all    also simulated days, whole matrices, copies of the workspace, every journey of a shopper on an API, and the
         unit tests on the other supported versions of Node
--times  also prints the time of each layer, and of the slowest files`;

const play = (chromium: string) =>
  countTests(countPlaywright, (file) =>
    runTool('playwright', ['test', '--reporter=list,json'], {
      ...process.env,
      CHROMIUM_PATH: chromium,
      PLAYWRIGHT_JSON_OUTPUT_FILE: file,
    }),
  );

/**
 * Tests the assembled shop in a browser, with production builds. At the same time, counts the transferred bytes,
 * because page loads mostly wait.
 */
async function runJourneys(): Promise<Tally[]> {
  let chromium = '';
  const built = await tally('production bundles', async () => {
    // Chromium is installed here, because both steps below would do it. This mostly waits.
    [chromium] = await Promise.all([provideChromium(), releaseAll()]);
    return { code: 0 };
  });
  if (built.failed > 0) return [built];
  const [journeys, transfers] = await Promise.all([
    tally('journeys in Chromium', () => play(chromium)),
    tally('bytes and requests', async () => ({
      code: await runTool('tsx', ['tools/transfers.ts'], {
        ...process.env,
        CHROMIUM_PATH: chromium,
      }),
    })),
  ]);
  return [built, journeys, transfers];
}

await main(async () => {
  const flag = { type: 'boolean', default: false } as const;
  const { all, times } = readArguments({ all: flag, times: flag }, usage).values;
  // Read by vitest.config.ts and playwright.config.ts.
  if (all) process.env.ALL_TESTS = 'true';
  keepFilesInMemory();
  const tallies = [
    ...(await runChecks()),
    ...(await runJourneys()),
    ...(all ? await testOnOtherNodes() : []),
  ];
  if (times) showTimes(tallies);
  process.exitCode = summarize(tallies) ? 0 : 1;
});
