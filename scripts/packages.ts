import path from 'node:path';
import { main } from '@patchwork/cli/command';
import { readArguments } from './lib/arguments.ts';
import { checkArchives, packAll, publishAll, writeReports } from './lib/packages.ts';
import { root } from './lib/workspace.ts';

const usage = `pnpm packages [--to <folder>] [--unchecked | --publish]
pnpm packages --report

--unchecked  only packs, without publint
--publish    publishes each version that the registry does not have, and writes its api-report.txt
--report     only writes api-report.txt, for a change that no code outside can notice: a type by another name`;

await main(async () => {
  const options = {
    to: { type: 'string' },
    unchecked: { type: 'boolean' },
    publish: { type: 'boolean' },
    report: { type: 'boolean' },
  } as const;
  const { to = '.packages', unchecked, publish, report } = readArguments(options, usage).values;
  if (report) return await writeReports();
  const archives = await packAll(path.resolve(root, to));
  if (publish || !unchecked) await checkArchives(archives);
  for (const archive of archives) console.log(archive);
  if (publish) await publishAll(archives);
});
