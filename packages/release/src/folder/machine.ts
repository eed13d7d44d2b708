import { readFileSync, readlinkSync } from 'node:fs';
import { hostname } from 'node:os';

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
 * Names where a process number means something: this computer, on Linux since its last start and in
 * this container. Several machines may have the same host name.
 */
export const machineId: string = [hostname(), ...linuxIds()].map((id) => id.trim()).join(' ');

export function isRunning(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    // Another user's process can't be signalled, but it runs.
    return (error as NodeJS.ErrnoException).code === 'EPERM';
  }
}
