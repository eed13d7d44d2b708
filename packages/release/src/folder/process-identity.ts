import { createHash } from 'node:crypto';
import { readFileSync, readlinkSync } from 'node:fs';
import { hostname } from 'node:os';

function tryRead(read: () => string): string {
  try {
    return read().trim();
  } catch {
    return '';
  }
}

/**
 * Names this computer since it was started, and the container within it: only there does a process
 * number say anything. Systems other than Linux give their host name alone.
 */
export const machine: string = createHash('sha256')
  .update(hostname())
  .update(tryRead(() => readFileSync('/proc/sys/kernel/random/boot_id', 'utf8')))
  .update(tryRead(() => readlinkSync('/proc/self/ns/pid')))
  .digest('hex')
  .slice(0, 16);

/**
 * When a process was started, as Linux counts: tells it from a later one with the same number. A
 * process that has ended, but that its parent has not asked after yet, was never started.
 */
export function startOf(pid: number): string {
  const stat = tryRead(() => readFileSync(`/proc/${pid}/stat`, 'utf8'));
  const [state, ...fields] = stat.slice(stat.lastIndexOf(')') + 2).split(' ');
  return state === 'Z' ? 'ended' : (fields[18] ?? '');
}

export function isRunning(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    // Another user's process can't be signalled, but it is there.
    return (error as NodeJS.ErrnoException).code === 'EPERM';
  }
}
