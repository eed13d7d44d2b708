import { main } from '@patchwork/cli/command';
import { ReleaseError } from '@patchwork/release';
import { readArguments } from '../scripts/lib/arguments.ts';
import { playRelease } from './play-release.ts';
import { serverSoaks } from './server-chaos/soak.ts';

const specs = { page: 'long-life.spec.ts', server: 'server-long-life.spec.ts' };

const usage = `pnpm soak page | server | uploads | locks

page    one page, 2,000 navigations and 500 changes of the cart: some minutes
server  500 clients at the server of the shop and at that of the API, ten minutes each
uploads 400 connections with endless requests at a server of the API: some minutes, on Linux
locks   30 buyers who wait for a lock, and an import of 100,000 products, on Postgres: two minutes
The samples are in test-results/*/samples.json. SOAK_MINUTES=2 shortens the second.`;

await main(async () => {
  const [kind] = readArguments({}, usage, 1).positionals;
  if (kind === 'uploads' || kind === 'locks') return serverSoaks[kind]();
  if (kind !== 'page' && kind !== 'server') throw new ReleaseError(usage);
  const args = [`/${specs[kind]}`, '--project=mock', '--workers=1'];
  process.exitCode = await playRelease(args, { SOAK: kind });
});
