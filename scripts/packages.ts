import path from 'node:path';
import { main } from '@patchwork/cli/command';
import { readArguments } from './lib/arguments.ts';
import { checkArchives, packAll, publishAll } from './lib/packages.ts';
import { root } from './lib/workspace.ts';

const usage = `pnpm packages [--to <folder>] [--unchecked | --publish]

--unchecked  only packs, without publint and @arethetypeswrong/cli
--publish    publishes each version that the registry does not have`;

await main(async () => {
  const options = {
    to: { type: 'string' },
    unchecked: { type: 'boolean' },
    publish: { type: 'boolean' },
  } as const;
  const { to = '.packages', unchecked, publish } = readArguments(options, usage).values;
  const archives = await packAll(path.resolve(root, to));
  if (publish || !unchecked) await checkArchives(archives);
  for (const archive of archives) console.log(archive);
  if (publish) await publishAll(archives);
});
