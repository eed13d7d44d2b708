import { type ChildProcess, type SpawnOptions, spawn } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { constants } from 'node:os';

const POLL_MS = 500;

/** Reads the name and parent of a process from Linux's /proc; undefined if it has ended, and on other systems. */
function readProcess(pid: number): { readonly name: string; readonly parent: number } | undefined {
  try {
    const text = readFileSync(`/proc/${pid}/stat`, 'utf8');
    const [, name = '', state, parent] = /^\d+ \((.*)\) (\w) (\d+)/s.exec(text) ?? [];
    return state === 'Z' ? undefined : { name, parent: Number(parent) };
  } catch {
    return undefined;
  }
}

function findNpx(pid = process.ppid): number | undefined {
  const found = readProcess(pid);
  return found && !found.name.startsWith('npm exec') ? findNpx(found.parent) : found && pid;
}

/**
 * Calls back when the npx that started this program has ended. npx sends SIGTERM to a shell that doesn't pass it on, so
 * “npx --yes pnpm start” would keep running and block its port. Works on Linux only.
 */
function whenNpxEnds(callback: () => void): void {
  const npx = findNpx();
  if (npx === undefined) return;
  const timer = setInterval(() => {
    if (readProcess(npx)) return;
    clearInterval(timer);
    callback();
  }, POLL_MS);
  timer.unref();
}

const running = new Set<ChildProcess>();
let stopping = false;

/** Milliseconds that a program has to exit before it is killed. */
const STOP_TIMEOUT_MS = 3000;

/** Starts a program. If it is still running, it is ended by `stopAll` and by a signal that stops this process. */
export function start(command: string, args: readonly string[], options: SpawnOptions) {
  const child = spawn(command, args, options);
  running.add(child);
  // 'close' is never emitted after the IPC channel was closed.
  child.once('exit', () => running.delete(child));
  child.once('error', () => running.delete(child));
  return child;
}

/**
 * Resolves to the exit code of a program that `start` has started; 1 if a signal ended it or if it could not start,
 * which is printed. Never resolves if it ends because this process is being stopped, which is not a failure.
 */
export const exitCode = (child: ChildProcess): Promise<number> =>
  new Promise((resolve) => {
    child.once('error', (error: NodeJS.ErrnoException) => {
      const isMissing = error.code === 'ENOENT';
      console.error(isMissing ? `There is no ${child.spawnfile} on this machine` : error.message);
      resolve(1);
    });
    child.once('close', (code) => {
      if (!stopping) resolve(code ?? 1);
    });
  });

/** Ends all started programs, and waits until they have exited. Kills those that haven't after STOP_TIMEOUT_MS. */
export async function stopAll(): Promise<void> {
  const children = [...running];
  const ended = children.map((child) => new Promise((resolve) => child.once('exit', resolve)));
  for (const child of children) child.kill('SIGTERM');
  const kill = setTimeout(() => {
    for (const child of children) child.kill('SIGKILL');
  }, STOP_TIMEOUT_MS);
  await Promise.all(ended);
  clearTimeout(kill);
}

type Signal = 'SIGINT' | 'SIGTERM';

const tidyUps: ((signal: Signal) => unknown)[] = [];

/**
 * Registers a function that runs when this process is stopped, after its child processes have ended. Such functions run
 * in the order of registration.
 */
export const whenStopped = (tidyUp: (signal: Signal) => unknown): unknown => tidyUps.push(tidyUp);

/**
 * Ends the started programs at Ctrl-C, at SIGTERM, and when npx has ended, then calls the functions of `whenStopped`.
 * Exits with `exitWith`, or by default with the usual code: 128 plus the signal's number.
 */
export function endWhenStopped(exitWith?: number): void {
  async function stop(signal: Signal): Promise<void> {
    if (stopping) return;
    stopping = true;
    await stopAll();
    for (const tidyUp of tidyUps) await tidyUp(signal);
    process.exit(exitWith ?? 128 + constants.signals[signal]);
  }
  process.on('SIGINT', stop);
  process.on('SIGTERM', stop);
  whenNpxEnds(() => stop('SIGTERM'));
}
