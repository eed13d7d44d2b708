import { main } from '@patchwork/cli/command';
import { runTool } from '../scripts/lib/checks.ts';
import { releaseAll } from '../scripts/lib/publish.ts';

/**
 * Plays journeys in Firefox and WebKit, which Playwright downloads; or if FIREFOX_PATH is set, in that Firefox alone.
 * Passes its arguments to Playwright, such as --project=webkit.
 */
await main(async () => {
  const isGiven = Boolean(process.env.FIREFOX_PATH);
  process.exitCode = isGiven ? 0 : await runTool('playwright', ['install', 'firefox', 'webkit']);
  if (process.exitCode !== 0) return;
  await releaseAll();
  const args = ['test', '--config=tools/engines.config.ts', ...process.argv.slice(2)];
  process.exitCode = await runTool('playwright', args);
});
