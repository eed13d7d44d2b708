export { buildAll, publishAll, releaseAll } from './build/build.ts';
export { patchwork } from './patchwork.ts';
export type { CommandLineOptions } from './release/command-line.ts';
export { runCommandLine } from './release/program.ts';
