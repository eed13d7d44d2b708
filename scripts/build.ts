import { buildAll } from './lib/build.ts';
import { main } from './lib/terminal.ts';

await main(buildAll);
