import { explainSystemError, ReleaseError } from '@patchwork/release';
import { endWhenStopped } from './processes.ts';

/** Formats the seconds since `start`, a value of performance.now(): '1.2 s'. */
export const secondsSince = (start: number): string =>
  `${((performance.now() - start) / 1000).toFixed(1)} s`;

/** Ignores the error that occurs when the reader of a pipe, such as `head`, closes it early. */
export function allowClosedPipes(): void {
  for (const stream of [process.stdout, process.stderr]) {
    stream.on('error', (error: NodeJS.ErrnoException) => {
      if (error.code !== 'EPIPE') throw error;
    });
  }
}

/**
 * Runs a command. If it fails, prints the error and exits with code 1; only bugs print a stack trace. `exitWith` is the
 * exit code if the command is stopped, for example with Ctrl-C; pass 0 for a command that normally ends that way.
 */
export async function main(command: () => Promise<void>, exitWith?: number): Promise<void> {
  endWhenStopped(exitWith);
  try {
    await command();
  } catch (error) {
    const explained = error instanceof ReleaseError ? error.message : explainSystemError(error);
    console.error(explained ?? error);
    process.exit(1);
  }
}
