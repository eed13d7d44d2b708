import { closeSync, openSync } from 'node:fs';
import path from 'node:path';
import { tryLock } from 'fs-native-extensions';
import { SettingsError } from '../settings.ts';

/**
 * Keeps a second process out of a folder: two embedded databases in one folder would destroy it. The operating
 * system holds the lock and ends it with the process, however that ends, so that it also holds between containers,
 * whose processes have equal numbers. Returns a function that ends it earlier. Throws a SettingsError while another
 * process has the folder, and on a file system without locks.
 */
export function lockFolder(folder: string): () => void {
  // A number: an object would be closed, and the lock end, when nothing refers to it any more.
  const file = openSync(path.join(folder, 'lock'), 'a', 0o600);
  try {
    if (isGranted(file, folder)) return () => closeSync(file);
    throw new SettingsError(
      `The data in ${folder} is in use by another process: stop it first, choose another folder (PATCHWORK_DATA), or use a Postgres server (DATABASE_URL), which any number of processes may share`,
    );
  } catch (error) {
    closeSync(file);
    throw error;
  }
}

/** False while another process has the lock. The file is never deleted: a new one of its name could be locked as well. */
function isGranted(file: number, folder: string): boolean {
  try {
    return tryLock(file);
  } catch (error) {
    const code = Reflect.get(Object(error), 'code');
    throw new SettingsError(
      `The data in ${folder} can’t be locked (${code}): choose a folder on a local disk (PATCHWORK_DATA)`,
    );
  }
}
