import { main } from '@patchwork/cli/command';
import { readArguments } from './lib/arguments.ts';
import { runChecks } from './lib/checks.ts';
import { summarize } from './lib/tally.ts';
import { keepFilesInMemory } from './lib/temporary-files.ts';
import { isCommit } from './lib/touched.ts';

const usage = 'pnpm check [--since origin/main]';

await main(async () => {
  const { since } = readArguments({ since: { type: 'string' } }, usage).values;
  const base = since !== undefined && (await isCommit(since)) ? since : undefined;
  keepFilesInMemory();
  process.exitCode = summarize(await runChecks(base)) ? 0 : 1;
});
