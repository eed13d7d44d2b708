export { buildAll, publishAll, releaseAll } from './build/publish-all.ts';
export { patchwork } from './patchwork.ts';
export type { CommandLineOptions } from './release/command-line.ts';
export { runCommandLine } from './release/program.ts';
