import { readdirSync, readFileSync } from 'node:fs';

/* Processor time and memory of processes on this machine, from Linux's /proc. */

/** Milliseconds of a clock tick, the same on every Linux. */
const TICK_MS = 10;

/** Returns a file of a process, such as 'stat'; undefined if the process has ended. */
function read(pid: number, file: string): string | undefined {
  try {
    return readFileSync(`/proc/${pid}/${file}`, 'utf8');
  } catch {
    return undefined;
  }
}

/** Returns the fields of a process's `stat` after its name, which may contain spaces: state, parent, … */
function statOf(pid: number): string[] {
  const text = read(pid, 'stat') ?? '';
  return text.slice(text.lastIndexOf(')') + 2).split(' ');
}

export const parentOf = (pid: number): number => Number(statOf(pid)[1]);

const childrenOf = (parent: number): number[] =>
  readdirSync('/proc')
    .map(Number)
    .filter((pid) => pid > 0 && parentOf(pid) === parent);

const sum = (values: readonly (string | number)[]): number =>
  values.reduce<number>((total, value) => total + Number(value), 0);

/** Returns the processor time of a process, of its children, and of those that have ended. */
export function processorMs(pid: number): number {
  const running = childrenOf(pid).map((child) => sum(statOf(child).slice(11, 13)));
  return (sum(statOf(pid).slice(11, 15)) + sum(running)) * TICK_MS;
}

/** Returns the memory of a process and its children in megabytes. Pages that they share count once. */
export function memoryMb(pid: number): number {
  const kilobytes = [pid, ...childrenOf(pid)].map((each) => {
    const text = read(each, 'smaps_rollup') ?? '';
    return /^Pss:\s+(\d+) kB/m.exec(text)?.[1] ?? 0;
  });
  return (sum(kilobytes) * 1024) / 1_000_000;
}
