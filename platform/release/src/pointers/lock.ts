import { mkdir, writeFile } from 'node:fs/promises';
import { hostname } from 'node:os';
import path from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import * as v from 'valibot';
import { ReleaseError } from '../errors.ts';
import { LockError, lockFile } from '../file-lock.ts';
import { readValid } from '../release-folder/files.ts';

/*
 * Lock that lets one process at a time change a release folder. A release folder belongs to one machine; several
 * machines use an object store.
 */

const RETRY_MS = 40;
const WAIT_TIMEOUT_MS = 120_000;

/** Schema of .lock/holder.json: the command that has the lock, or had it last. */
const holderSchema = v.object({
  pid: v.number(),
  host: v.string(),
  purpose: v.string(),
  since: v.string(),
});

type Holder = v.InferOutput<typeof holderSchema>;

interface LockOptions {
  readonly release: string;
  /** Command that holds the lock, shown to waiting commands: 'publish mfe-catalog'. */
  readonly purpose: string;
  readonly timeoutMs?: number;
}

function lock(release: string, file: string): (() => void) | undefined {
  try {
    return lockFile(file);
  } catch (error) {
    if (!(error instanceof LockError)) throw error;
    throw new ReleaseError(
      `${release} can’t be locked (${error.message}): use a folder on a local disk or, from several machines, an object store`,
    );
  }
}

async function acquire(
  folder: string,
  { release, timeoutMs = WAIT_TIMEOUT_MS }: LockOptions,
): Promise<() => void> {
  const deadline = Date.now() + timeoutMs;
  for (;;) {
    const unlock = lock(release, path.join(folder, 'lock'));
    if (unlock) return unlock;
    if (Date.now() > deadline) {
      const holder = await readValid(path.join(folder, 'holder.json'), holderSchema);
      const { purpose = 'something', pid = 0, host = '?', since = 'now' } = holder ?? {};
      throw new ReleaseError(
        `${release} is busy: “${purpose}” runs as process ${pid} on ${host} since ${since}. Wait until it has ended, or end it, and try again`,
      );
    }
    await wait(RETRY_MS * (0.5 + Math.random()));
  }
}

/**
 * Runs `use` while holding the lock of a release folder; other processes wait. Throws a ReleaseError if the lock is
 * still held after `timeoutMs`, or if the folder can't be locked.
 */
export async function withReleaseLock<T>(options: LockOptions, use: () => Promise<T>): Promise<T> {
  const folder = path.join(options.release, '.lock');
  await mkdir(folder, { recursive: true });
  const unlock = await acquire(folder, options);
  try {
    const { pid } = process;
    const { purpose } = options;
    const holder: Holder = { pid, host: hostname(), purpose, since: new Date().toISOString() };
    // Only messages need it, and a full disk must not prevent a rollback.
    await writeFile(path.join(folder, 'holder.json'), JSON.stringify(holder)).catch(
      () => undefined,
    );
    return await use();
  } finally {
    unlock();
  }
}
