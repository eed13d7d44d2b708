import { main } from '@patchwork/cli/command';
import { playRelease } from './play-release.ts';

/** Runs the fault matrix (e2e/faults). Passes its arguments to Playwright, such as --grep or --last-failed. */
await main(async () => {
  const args = ['faults/faults', '--project=mock', ...process.argv.slice(2)];
  process.exitCode = await playRelease(args, { FAULTS: process.env.FAULTS || 'all' });
});
