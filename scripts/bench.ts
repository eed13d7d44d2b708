import { runQuick } from './bench/quick.ts';
import { readArguments } from './lib/arguments.ts';
import { buildAll } from './lib/build.ts';
import { onStop, stopAll } from './lib/processes.ts';
import { publishAll } from './lib/publish.ts';
import { main } from './lib/terminal.ts';

const usage = 'pnpm bench [--quick]';

const options = { quick: { type: 'boolean' } } as const;

onStop(stopAll);
await main(async () => {
  readArguments(options, usage);
  await buildAll();
  await publishAll();
  process.exitCode = await runQuick();
});
