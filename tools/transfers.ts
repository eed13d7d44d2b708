import { main } from '@patchwork/cli/command';
import { runQuick } from './bench/sections.ts';

/** Counts the bytes and requests of each page of the published release, as `pnpm test` does. */
await main(async () => {
  process.exitCode = await runQuick();
});
