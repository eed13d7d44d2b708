import { buildAll } from './lib/build.ts';
import { runTool } from './lib/checks.ts';
import { provideChromium } from './lib/chromium.ts';
import { publishAll } from './lib/publish.ts';
import { main } from './lib/terminal.ts';

/** The fault matrix (shell/e2e/faults). Arguments go to Playwright, such as --grep or --last-failed. */
await main(async () => {
  await buildAll();
  await publishAll();
  const env = { FAULTS: 'all', ...process.env, CHROMIUM_PATH: await provideChromium() };
  const args = ['test', 'faults/faults', '--project', 'mock', ...process.argv.slice(2)];
  process.exitCode = await runTool('playwright', args, env);
});
