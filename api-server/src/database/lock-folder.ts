import { readFile, rm, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { SettingsError } from '../settings.ts';

/**
 * Keeps a second process out of a folder: two embedded databases in one folder would destroy it.
 * Returns what lets the next one in. Throws a SettingsError while another process that runs has it.
 */
export async function lockFolder(folder: string): Promise<() => Promise<void>> {
  const file = path.join(folder, 'in-use-by');
  const unlock = () => rm(file, { force: true });
  if (await writeNew(file)) return unlock;
  const owner = Number(await readFile(file, 'utf8').catch(() => ''));
  if (isRunning(owner)) {
    throw new SettingsError(
      `The data in ${folder} is in use by process ${owner}: stop it first, choose another folder (PATCHWORK_DATA), or use a Postgres server (DATABASE_URL), which any number of processes may share`,
    );
  }
  // Left behind by a process that was killed.
  await unlock();
  if (await writeNew(file)) return unlock;
  throw new SettingsError(`The data in ${folder} was just taken by another process`);
}

/** False when the file is there already. */
async function writeNew(file: string): Promise<boolean> {
  try {
    await writeFile(file, String(process.pid), { flag: 'wx' });
    return true;
  } catch (error) {
    if (Reflect.get(Object(error), 'code') === 'EEXIST') return false;
    throw error;
  }
}

/** A container's only process has the same number after a restart: its own is left behind too. */
function isRunning(pid: number): boolean {
  if (!Number.isInteger(pid) || pid <= 0 || pid === process.pid) return false;
  try {
    return process.kill(pid, 0);
  } catch (error) {
    return Reflect.get(Object(error), 'code') === 'EPERM';
  }
}
