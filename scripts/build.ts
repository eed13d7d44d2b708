import { buildAll } from './lib/build.ts';
import { onStop, stopAll } from './lib/processes.ts';
import { main } from './lib/terminal.ts';

onStop(stopAll);
await main(buildAll);
