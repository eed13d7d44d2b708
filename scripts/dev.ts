import { patchwork } from '@patchwork/cli';
import { main } from '@patchwork/cli/command';
import { whenStopped } from '@patchwork/cli/processes';
import { ReleaseError } from '@patchwork/release';
import { provideDevelopmentApi } from './lib/development-api.ts';
import { site } from './lib/workspace.ts';

const args = process.argv.slice(2);

/** Every piece with the API server, which only this workspace has. */
async function startApi(): Promise<void> {
  if (args.length > 1) throw new ReleaseError('pnpm dev --api: it is for all pieces at once');
  whenStopped(await provideDevelopmentApi());
}

if (args.includes('--api')) await main(startApi, 0);
await patchwork(['dev', ...args.filter((word) => word !== '--api')], site);
