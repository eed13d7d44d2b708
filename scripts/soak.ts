import { ReleaseError } from '@patchwork/release';
import { buildAll } from './lib/build.ts';
import { runTool } from './lib/checks.ts';
import { provideChromium } from './lib/chromium.ts';
import { publishAll } from './lib/publish.ts';
import { main } from './lib/terminal.ts';

const specs = { page: 'long-life.spec.ts', server: 'server-long-life.spec.ts' };

const usage = `pnpm soak page | server

page    one page, 2,000 navigations and 500 changes of the cart: some minutes
server  500 clients at the server of the shop and at that of the API, ten minutes each
The samples are in test-results/*/samples.json. SOAK_MINUTES=2 shortens the second.`;

await main(async () => {
  const [kind = ''] = process.argv.slice(2);
  if (kind !== 'page' && kind !== 'server') throw new ReleaseError(usage);
  await buildAll();
  await publishAll();
  const env = { ...process.env, SOAK: kind, CHROMIUM_PATH: await provideChromium() };
  const args = ['test', `/${specs[kind]}`, '--project=mock', '--workers=1'];
  process.exitCode = await runTool('playwright', args, env);
});
