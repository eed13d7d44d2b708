import { ReleaseError } from '@patchwork/release';

export const kilobytes = (bytes: number): string => `${(bytes / 1000).toFixed(0)} kB`;

/** The seconds since a moment that performance.now() named. */
export const secondsSince = (start: number): string =>
  `${((performance.now() - start) / 1000).toFixed(1)} s`;

/** A reader that has what it wanted, as `head`, closes the pipe: what it does not read is no loss. */
export function allowClosedPipes(): void {
  for (const stream of [process.stdout, process.stderr]) {
    stream.on('error', (error: NodeJS.ErrnoException) => {
      if (error.code !== 'EPIPE') throw error;
    });
  }
}

/** Runs a command of this workspace; what the person can mend is said without a stack. */
export async function main(command: () => Promise<void>): Promise<void> {
  try {
    await command();
  } catch (error) {
    console.error(error instanceof ReleaseError ? error.message : error);
    process.exit(1);
  }
}
