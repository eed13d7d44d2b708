import { mkdir, open, readdir, readFile, rm, stat, utimes, writeFile } from 'node:fs/promises';
import { hostname } from 'node:os';
import path from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import * as v from 'valibot';
import { ReleaseError } from '../release-error.ts';
import { isRunning, machine, startOf } from './process-identity.ts';

/*
 * One process at a time moves a pointer. A lock is a numbered file: the highest number holds, and
 * whoever finds it given back, or its process dead, makes the next one. Because the highest file is
 * never deleted, two that find the same dead lock can't both have its successor: that file can be
 * made only once. A lock that were deleted and made again under one name would let them.
 */

/** How often a waiting process looks, in ms. */
const interval = 40;
/** How often a holder shows that it lives, for machines that can't see its process, in ms. */
const heartbeat = 5_000;
/** How long another machine's process may stay silent, in ms. */
const silence = 60_000;
/** How long a lock may lack its owner, who writes it a moment later, in ms. */
const unsigned = 5_000;
/** Numbers that are kept below the highest: no listing may miss them all. */
const kept = 20;

const ownerSchema = v.object({
  pid: v.number(),
  start: v.string(),
  machine: v.string(),
  host: v.string(),
  purpose: v.string(),
  since: v.string(),
});

type Owner = v.InferOutput<typeof ownerSchema>;

export interface Lock {
  /** Throws when this process was taken for dead, and another one holds the lock. */
  assertHeld(): Promise<void>;
}

interface LockOptions {
  readonly release: string;
  /** What the lock is held for, for those who wait: 'publish mfe-catalog'. */
  readonly purpose: string;
  /** How long to wait for others, in ms. */
  readonly patience?: number;
}

const folderOf = (release: string): string => path.join(release, '.lock');

/** What else lies in the folder, as a file that a desktop made of itself, is no lock. */
const isLock = (name: string): boolean => /^\d+$/.test(name);

async function highest(folder: string): Promise<number> {
  const numbers = (await readdir(folder)).filter(isLock).map(Number);
  return Math.max(0, ...numbers);
}

/** How long a file has been untouched, in ms, given the time that it bears now. */
type Silence = (time: number) => number;

/**
 * Times may come from the clock of another machine, and lie in the future here: then what counts is
 * how long this process has seen the same one.
 */
function listen(): Silence {
  let heard = { time: Number.NaN, at: 0 };
  return (time) => {
    const now = Date.now();
    if (time !== heard.time) heard = { time, at: now };
    return now - Math.min(time, heard.at);
  };
}

const isOwnerDead = ({ pid, start }: Owner): boolean => !isRunning(pid) || startOf(pid) !== start;

/** Who holds a lock; undefined when it is free. */
async function holder(
  folder: string,
  number: number,
  silenceOf: Silence,
): Promise<Partial<Owner> | undefined> {
  const file = path.join(folder, String(number));
  if (number === 0 || (await stat(`${file}.free`).catch(() => undefined))) return undefined;
  const [text, stats] = await Promise.all([
    readFile(file, 'utf8').catch(() => ''),
    stat(file).catch(() => undefined),
  ]);
  const age = silenceOf(stats?.mtimeMs ?? 0);
  const owner = v.safeParse(v.pipe(v.string(), v.parseJson(), ownerSchema), text);
  if (!owner.success) return age < unsigned ? {} : undefined;
  const dead = owner.output.machine === machine ? isOwnerDead(owner.output) : age > silence;
  return dead ? undefined : owner.output;
}

/** Makes the lock with a number; false when another process has made it. */
async function make(folder: string, number: number, purpose: string): Promise<boolean> {
  const handle = await open(path.join(folder, String(number)), 'wx').catch((error) => {
    if (error.code === 'EEXIST') return undefined;
    throw error;
  });
  if (!handle) return false;
  const { pid } = process;
  const since = new Date().toISOString();
  const owner: Owner = { pid, start: startOf(pid), machine, host: hostname(), purpose, since };
  await handle.writeFile(JSON.stringify(owner)).finally(() => handle.close());
  // Slow enough, a process makes a number anew that was tidied away: the highest one holds.
  return (await highest(folder)) === number;
}

async function tidy(folder: string, number: number): Promise<void> {
  const old = (await readdir(folder)).filter((name) => Number.parseInt(name, 10) < number - kept);
  await Promise.all(old.map((name) => rm(path.join(folder, name), { force: true })));
}

async function acquire({ release, purpose, patience = 120_000 }: LockOptions): Promise<number> {
  const folder = folderOf(release);
  await mkdir(folder, { recursive: true });
  const deadline = Date.now() + patience;
  const silenceOf = listen();
  for (;;) {
    const top = await highest(folder);
    const owner = await holder(folder, top, silenceOf);
    if (!owner && (await make(folder, top + 1, purpose))) return top + 1;
    if (Date.now() > deadline) {
      const { purpose: what = 'something', pid = 0, host = '?', since = 'now' } = owner ?? {};
      throw new ReleaseError(
        `${release} is busy: “${what}” runs as process ${pid} on ${host} since ${since}. Wait until it has ended, or end it, and try again`,
      );
    }
    await wait(interval * (0.5 + Math.random()));
  }
}

/**
 * Lets one process at a time change a release folder; the others wait. A process that dies leaves
 * nothing behind that has to be mended: the next one takes the lock over.
 */
export async function withLock<T>(
  options: LockOptions,
  use: (lock: Lock) => Promise<T>,
): Promise<T> {
  const number = await acquire(options);
  const folder = folderOf(options.release);
  const file = path.join(folder, String(number));
  const beat = setInterval(() => {
    const now = new Date();
    utimes(file, now, now).catch(() => undefined);
  }, heartbeat).unref();
  try {
    await tidy(folder, number);
    return await use({
      async assertHeld() {
        if ((await highest(folder)) === number) return;
        throw new ReleaseError('This took so long that another process went ahead: try again');
      },
    });
  } finally {
    clearInterval(beat);
    await writeFile(`${file}.free`, '');
  }
}
