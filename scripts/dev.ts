import { ReleaseError } from '@patchwork/release';
import { readArguments } from './lib/arguments.ts';
import { developAll, developOne, serveOne } from './lib/develop.ts';
import { provideDevelopmentApi } from './lib/development-api.ts';
import { whenStopped } from './lib/processes.ts';
import { main } from './lib/terminal.ts';
import { readRemotes } from './lib/workspace.ts';

const usage = `pnpm dev [mfe-catalog [--release <folder or https://shop.example> | --remote-only]]
pnpm dev --api`;

const options = {
  'remote-only': { type: 'boolean' },
  release: { type: 'string' },
  api: { type: 'boolean' },
} as const;

await main(async () => {
  const { positionals, values } = readArguments(options, usage, 1);
  const [name] = positionals;
  const { release, 'remote-only': isAlone, api } = values;
  if (isAlone && release !== undefined) throw new ReleaseError(usage);
  if (name === undefined) {
    if (isAlone || release !== undefined) throw new ReleaseError(usage);
    if (api) whenStopped(await provideDevelopmentApi());
    return developAll();
  }
  if (api) throw new ReleaseError(usage);
  const remotes = readRemotes();
  const remote = remotes.find((candidate) => candidate.name === name);
  if (remote) return isAlone ? serveOne(remote) : developOne(remote, release);
  const names = remotes.map((candidate) => candidate.name).join(', ');
  throw new ReleaseError(`There is no remote "${name}". There are: ${names}`);
}, 0);
