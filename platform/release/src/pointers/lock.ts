import { readFileSync, readlinkSync } from 'node:fs';
import { mkdir, readdir, rename, rm, stat, utimes, writeFile } from 'node:fs/promises';
import { hostname } from 'node:os';
import path from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import * as v from 'valibot';
import { ReleaseError } from '../errors.ts';
import { exists, readValid, temporaryBeside } from '../release-folder/files.ts';

function linuxIds(): string[] {
  try {
    return [
      readFileSync('/proc/sys/kernel/random/boot_id', 'utf8'),
      readlinkSync('/proc/self/ns/pid'),
    ];
  } catch {
    return [];
  }
}

/**
 * Identifies the machine on which a process id is unique: this computer and, on Linux, its last boot and this
 * container. Host names are not unique.
 */
export const machineId: string = [hostname(), ...linuxIds()].map((id) => id.trim()).join(' ');

function isRunning(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    // A process of another user can't be signalled, but it exists.
    return (error as NodeJS.ErrnoException).code === 'EPERM';
  }
}

/*
 * Lock that lets one process at a time change a release folder. A lock is a numbered folder; the highest number counts.
 * If it is free or its process is dead, the next number is created, which only one process can do. The highest one is
 * never deleted: if a lock were deleted and created again under its name, two processes that both saw it dead could
 * both get it.
 */

const RETRY_MS = 40;
const WAIT_TIMEOUT_MS = 120_000;
/** Interval in milliseconds at which the holder touches its lock. */
const HEARTBEAT_MS = 5_000;
/** Milliseconds after which an untouched lock counts as that of a dead process, wherever the process runs. */
const STALE_LOCK_MS = 60_000;
/** Number of old locks to keep: a listing of a folder that changes may miss some of them, but not all. */
const OLD_LOCKS = 20;

const ownerSchema = v.object({
  pid: v.number(),
  machine: v.string(),
  host: v.string(),
  purpose: v.string(),
  since: v.string(),
});

type Owner = v.InferOutput<typeof ownerSchema>;

interface LockOptions {
  readonly release: string;
  /** Command that holds the lock, shown to waiting commands: 'publish mfe-catalog'. */
  readonly purpose: string;
  readonly timeoutMs?: number;
}

const ownerFile = (lock: string): string => path.join(lock, 'owner.json');
const freeFile = (lock: string): string => path.join(lock, 'free');

const lockFolder = (release: string): string => path.join(release, '.lock');

async function highestIn(folder: string): Promise<number> {
  // Ignores other files, such as .DS_Store.
  const numbers = (await readdir(folder)).filter((name) => /^\d+$/.test(name)).map(Number);
  return Math.max(0, ...numbers);
}

/**
 * Returns a function that measures for how many milliseconds this process has seen a lock untouched. File times are not
 * compared with this machine's clock, because clocks may differ.
 */
function watchHeartbeat(): (heartbeat: string) => number {
  let last = { heartbeat: '', seenAt: 0 };
  return (heartbeat) => {
    if (heartbeat !== last.heartbeat) last = { heartbeat, seenAt: performance.now() };
    return performance.now() - last.seenAt;
  };
}

async function findOwner(
  lock: string,
  untouchedMs: (heartbeat: string) => number,
): Promise<Partial<Owner> | undefined> {
  const touched = await stat(lock).catch(() => undefined);
  if (await exists(freeFile(lock))) return undefined;
  if (untouchedMs(`${lock} ${touched?.mtimeMs}`) > STALE_LOCK_MS) return undefined;
  const owner = await readValid(ownerFile(lock), ownerSchema);
  if (!owner) return {};
  return owner.machine === machineId && !isRunning(owner.pid) ? undefined : owner;
}

/** Creates a lock atomically. Returns false if another process was faster. */
async function create(folder: string, number: number, purpose: string): Promise<boolean> {
  const lock = path.join(folder, String(number));
  const temporary = temporaryBeside(lock);
  const { pid } = process;
  const since = new Date().toISOString();
  const owner: Owner = { pid, machine: machineId, host: hostname(), purpose, since };
  await mkdir(temporary);
  try {
    await writeFile(ownerFile(temporary), JSON.stringify(owner));
    // Fails if the lock exists: it is then a folder with a file in it.
    await rename(temporary, lock);
  } catch (error) {
    if (!(await exists(lock))) throw error;
    return false;
  } finally {
    await rm(temporary, { recursive: true, force: true });
  }
  // A slow process may create an old number that was deleted meanwhile. It doesn't hold the lock then.
  return (await highestIn(folder)) === number;
}

async function deleteOld(folder: string, number: number): Promise<void> {
  const old = (await readdir(folder)).filter((name) => Number(name) < number - OLD_LOCKS);
  await Promise.all(
    old.map((name) => rm(path.join(folder, name), { recursive: true, force: true })),
  );
}

async function acquire(
  folder: string,
  { release, purpose, timeoutMs = WAIT_TIMEOUT_MS }: LockOptions,
): Promise<number> {
  await mkdir(folder, { recursive: true });
  const deadline = Date.now() + timeoutMs;
  const untouchedMs = watchHeartbeat();
  for (;;) {
    const highest = await highestIn(folder);
    const lock = path.join(folder, String(highest));
    const owner = highest === 0 ? undefined : await findOwner(lock, untouchedMs);
    if (!owner && (await create(folder, highest + 1, purpose))) return highest + 1;
    if (Date.now() > deadline) {
      const { purpose: what = 'something', pid = 0, host = '?', since = 'now' } = owner ?? {};
      throw new ReleaseError(
        `${release} is busy: “${what}” runs as process ${pid} on ${host} since ${since}. Wait until it has ended, or end it, and try again`,
      );
    }
    await wait(RETRY_MS * (0.5 + Math.random()));
  }
}

/**
 * Runs `use` while holding the lock of a release folder; other processes wait. The lock of a dead process is taken
 * over: at once on the same machine, else after STALE_LOCK_MS. `assertHeld` throws if this process was considered dead
 * and another one has taken the lock. Throws a ReleaseError if the lock is still held after `timeoutMs`.
 */
export async function withReleaseLock<T>(
  options: LockOptions,
  use: (assertHeld: () => Promise<void>) => Promise<T>,
): Promise<T> {
  const folder = lockFolder(options.release);
  const number = await acquire(folder, options);
  const held = path.join(folder, String(number));
  const heartbeat = setInterval(() => {
    const now = new Date();
    utimes(held, now, now).catch(() => undefined);
  }, HEARTBEAT_MS).unref();
  try {
    await deleteOld(folder, number);
    return await use(async () => {
      if ((await highestIn(folder)) === number) return;
      throw new ReleaseError(
        'This took so long that another process took over the lock: try again',
      );
    });
  } finally {
    clearInterval(heartbeat);
    // A full disk must not hide the command's result. Waiting processes then continue when this one has ended or, on
    // another machine, after STALE_LOCK_MS.
    await writeFile(freeFile(held), '').catch(() => undefined);
  }
}
