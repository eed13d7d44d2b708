import path from 'node:path';
import { main } from '@patchwork/cli/command';
import { readArguments } from './lib/arguments.ts';
import { packAll, publishAll } from './lib/packages.ts';
import { root } from './lib/workspace.ts';

const usage = 'pnpm packages [--to <folder>] [--publish]';

await main(async () => {
  const options = { to: { type: 'string' }, publish: { type: 'boolean' } } as const;
  const { to = '.packages', publish = false } = readArguments(options, usage).values;
  const archives = await packAll(path.resolve(root, to));
  for (const archive of archives) console.log(archive);
  if (publish) await publishAll(archives);
});
