import { explainSystemError, ReleaseError } from '@patchwork/release';
import { endWhenStopped } from './processes.ts';

/** Seconds since a time of performance.now(), as text: '1.2 s'. */
export const secondsSince = (start: number): string =>
  `${((performance.now() - start) / 1000).toFixed(1)} s`;

/** Ignores the error of a closed pipe: a reader such as `head` closes it early. */
export function allowClosedPipes(): void {
  for (const stream of [process.stdout, process.stderr]) {
    stream.on('error', (error: NodeJS.ErrnoException) => {
      if (error.code !== 'EPIPE') throw error;
    });
  }
}

/**
 * Runs a command of this workspace. Only a bug ends it with a stack trace. `exitWith` is its exit code when it is
 * stopped: 0 if that is its normal end.
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
