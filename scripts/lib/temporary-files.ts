import { spawnSync } from 'node:child_process';
import { chmodSync, existsSync, mkdtempSync, rmSync, statfsSync, writeFileSync } from 'node:fs';
import { freemem } from 'node:os';
import path from 'node:path';

/** Folder of Linux's in-memory file system. */
const MEMORY = '/dev/shm';

/** Minimum of free memory, in bytes. A run keeps 0.25 GB in files; copies of the workspace need more. */
const NEEDED = 8e9;

/** Whether a program in this folder can be started: some systems forbid it for the file system in memory. */
function canStartPrograms(folder: string): boolean {
  const program = path.join(folder, 'program');
  writeFileSync(program, '#!/bin/sh\n', { mode: 0o755 });
  return spawnSync(program).status === 0;
}

/**
 * Keeps temporary files in memory, for this process and those that it starts, unless TMPDIR is set, memory is short or
 * programs in it can't be started. On a disk, tests that publish and copy releases spend half of their time waiting for
 * it. The files are deleted when this process ends, even if it is stopped.
 */
export function keepFilesInMemory(): void {
  if (process.env.TMPDIR !== undefined || !existsSync(MEMORY)) return;
  const { bavail, bsize } = statfsSync(MEMORY);
  if (Math.min(bavail * bsize, freemem()) < NEEDED) return;
  const folder = mkdtempSync(path.join(MEMORY, 'patchwork-'));
  process.once('exit', () => rmSync(folder, { recursive: true, force: true, maxRetries: 10 }));
  if (!canStartPrograms(folder)) return;
  // Other users write here too, such as the one that runs Postgres.
  chmodSync(folder, 0o1777);
  process.env.TMPDIR = folder;
}
