import path from 'node:path';
import { main } from '@patchwork/cli/command';
import { readArguments } from './lib/arguments.ts';
import { packAll } from './lib/packages.ts';
import { root } from './lib/workspace.ts';

const usage = 'pnpm packages [--to <folder>]';

await main(async () => {
  const { to = '.packages' } = readArguments({ to: { type: 'string' } }, usage).values;
  for (const archive of await packAll(path.resolve(root, to))) console.log(archive);
});
