import { runChecks } from './lib/checks.ts';
import { onStop, stopAll } from './lib/processes.ts';
import { summarize } from './lib/tally.ts';
import { main } from './lib/terminal.ts';

onStop(130, stopAll);
await main(async () => {
  process.exitCode = summarize(await runChecks()) ? 0 : 1;
});
