import { runQuick } from '../../tools/bench/sections.ts';
import { countTests, runTool } from './checks.ts';
import { provideChromium } from './chromium.ts';
import { releaseAll } from './publish.ts';
import { countPlaywright, type Tally, tally } from './tally.ts';

const play = (chromium: string) =>
  countTests(countPlaywright, (file) =>
    runTool('playwright', ['test', '--reporter=list,json'], {
      ...process.env,
      CHROMIUM_PATH: chromium,
      PLAYWRIGHT_JSON_OUTPUT_FILE: file,
    }),
  );

/** Tests the assembled shop in a browser, from production bundles, and measures what its pages transfer. */
export async function runJourneys(): Promise<Tally[]> {
  const built = await tally('production bundles', async () => {
    await releaseAll();
    return { code: 0 };
  });
  const journeys = await tally('journeys in Chromium', async () => {
    if (built.failed > 0) return { code: 1 };
    return play(await provideChromium());
  });
  const transfers = await tally('bytes and requests', async () => ({
    code: built.failed > 0 ? 1 : await runQuick(),
  }));
  return [built, journeys, transfers];
}
