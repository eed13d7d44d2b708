import { ReleaseError } from '@patchwork/release';
import { developAll } from './lib/develop-all.ts';
import { developOne } from './lib/develop-one.ts';
import { onStop, stopAll } from './lib/processes.ts';
import { main } from './lib/terminal.ts';
import { remotes } from './lib/workspace.ts';

onStop(0, stopAll);

await main(async () => {
  const [name] = process.argv.slice(2);
  if (name === undefined) return developAll();
  const remote = remotes.find((candidate) => candidate.name === name);
  if (remote) return developOne(remote);
  const names = remotes.map((candidate) => candidate.name).join(', ');
  throw new ReleaseError(`There is no remote "${name}". There are: ${names}`);
});
