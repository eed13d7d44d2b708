import { ReleaseError } from '@patchwork/release';
import { runFull } from './bench/full.ts';
import { runQuick } from './bench/quick.ts';
import { readArguments } from './lib/arguments.ts';
import { buildAll } from './lib/build.ts';
import { onStop, stopAll } from './lib/processes.ts';
import { publishAll } from './lib/publish.ts';
import { main } from './lib/terminal.ts';

const usage = 'pnpm bench [--quick | --runs 7 --only list]';

const options = {
  quick: { type: 'boolean' },
  runs: { type: 'string', default: '7' },
  only: { type: 'string' },
} as const;

onStop(stopAll);
await main(async () => {
  const { quick, runs: text, only } = readArguments(options, usage).values;
  const runs = Number(text);
  if (!Number.isInteger(runs) || runs < 1) throw new ReleaseError(usage);
  await buildAll();
  await publishAll();
  if (quick) process.exitCode = await runQuick();
  else await runFull({ runs, only });
});
