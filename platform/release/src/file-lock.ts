import { closeSync, openSync } from 'node:fs';
import { createRequire } from 'node:module';

/** A file that can't be locked, because its file system has no locks, or because there is no binary for this platform. */
export class LockError extends Error {
  override readonly name = 'LockError';
}

/**
 * Locks a file, which is created if missing. Returns a function that releases the lock; undefined if another process
 * has it, or this one already. The operating system holds the lock until the process ends, for whatever reason. The
 * lock therefore also works between containers, where process ids repeat. Never delete the file: another process could
 * then lock a new file of the same name as well. Throws a LockError if the file can't be locked.
 */
export function lockFile(file: string): (() => void) | undefined {
  // A file descriptor, because a FileHandle would be closed by garbage collection, and the lock released.
  const descriptor = openSync(file, 'a');
  const unlock = () => closeSync(descriptor);
  try {
    if (tryLock(descriptor)) return unlock;
  } catch (error) {
    unlock();
    throw error;
  }
  unlock();
  return undefined;
}

function tryLock(descriptor: number): boolean {
  try {
    // Loaded on demand: where there is no binary, commands that need no lock still work.
    const library: typeof import('fs-native-extensions') = createRequire(import.meta.url)(
      'fs-native-extensions',
    );
    return library.tryLock(descriptor);
  } catch (error) {
    throw new LockError(String(Reflect.get(Object(error), 'code') ?? error));
  }
}
