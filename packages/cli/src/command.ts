import { explainSystemError, ReleaseError } from '@patchwork/release';
import { endWhenStopped } from './processes.ts';

/** Returns the seconds since a time of performance.now(), as text: '1.2 s'. */
export const secondsSince = (start: number): string =>
  `${((performance.now() - start) / 1000).toFixed(1)} s`;

/** Ignores the error of a pipe that its reader, such as `head`, closes early. */
export function allowClosedPipes(): void {
  for (const stream of [process.stdout, process.stderr]) {
    stream.on('error', (error: NodeJS.ErrnoException) => {
      if (error.code !== 'EPIPE') throw error;
    });
  }
}

/**
 * Runs a command of this workspace. Only bugs print a stack trace. `exitWith` is the exit code if the command is
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
