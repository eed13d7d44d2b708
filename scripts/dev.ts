import { patchwork } from '@patchwork/cli';
import { main } from '@patchwork/cli/command';
import { whenStopped } from '@patchwork/cli/processes';
import { ReleaseError } from '@patchwork/release';
import { openApi } from './lib/api.ts';
import { listen } from './lib/local-server.ts';
import { site } from './lib/workspace.ts';

const args = process.argv.slice(2);

/**
 * Starts the API server, which only this workspace has, on a free port. The shell's development server proxies API
 * calls to it; platform/build reads its address from the environment.
 */
async function startApi(): Promise<void> {
  if (args.length > 1)
    throw new ReleaseError('pnpm dev --api starts all pieces: leave out the names');
  const api = await openApi();
  const { port, stop } = await listen(api.listener);
  const { shopConfig } = api;
  process.env.PATCHWORK_DEV_API = JSON.stringify({ url: `http://127.0.0.1:${port}`, shopConfig });
  whenStopped(async () => {
    await api.stop();
    await stop();
  });
}

if (args.includes('--api')) await main(startApi, 0);
await patchwork(['dev', ...args.filter((word) => word !== '--api')], { site });
