import { parseArgs } from 'node:util';
import { ReleaseError } from '@patchwork/release';
import { developAll } from './lib/develop-all.ts';
import { developOne, serveOne } from './lib/develop-one.ts';
import { onStop, stopAll } from './lib/processes.ts';
import { main } from './lib/terminal.ts';
import { remotes } from './lib/workspace.ts';

onStop(0, stopAll);

await main(async () => {
  const {
    positionals: [name],
    values,
  } = parseArgs({ allowPositionals: true, options: { 'remote-only': { type: 'boolean' } } });
  if (name === undefined) return developAll();
  const remote = remotes.find((candidate) => candidate.name === name);
  if (remote) return values['remote-only'] ? serveOne(remote) : developOne(remote);
  const names = remotes.map((candidate) => candidate.name).join(', ');
  throw new ReleaseError(`There is no remote "${name}". There are: ${names}`);
});
