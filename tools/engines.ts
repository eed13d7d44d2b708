import { main } from '@patchwork/cli/command';
import { runTool } from '../scripts/lib/checks.ts';
import { releaseAll } from '../scripts/lib/publish.ts';

/**
 * Releases every piece, then plays journeys in Firefox and WebKit, which Playwright downloads, or only in the Firefox
 * at FIREFOX_PATH, if that is set. Passes its arguments to Playwright, such as --project=webkit.
 */
await main(async () => {
  const isGiven = Boolean(process.env.FIREFOX_PATH);
  process.exitCode = isGiven ? 0 : await runTool('playwright', ['install', 'firefox', 'webkit']);
  if (process.exitCode !== 0) return;
  await releaseAll();
  const args = ['test', '--config=tools/engines.config.ts', ...process.argv.slice(2)];
  process.exitCode = await runTool('playwright', args);
});
