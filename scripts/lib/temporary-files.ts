import { spawnSync } from 'node:child_process';
import { existsSync, statfsSync } from 'node:fs';
import { chmod, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { freemem } from 'node:os';
import path from 'node:path';

/** Linux's file system in memory. */
const MEMORY = '/dev/shm';

/** Minimum of free memory, in bytes. A run keeps 0.25 GB in files; copies of the workspace need more. */
const NEEDED = 8e9;

/** Whether a program in this folder can be started: some systems forbid it for the file system in memory. */
async function canStartPrograms(folder: string): Promise<boolean> {
  const program = path.join(folder, 'program');
  await writeFile(program, '#!/bin/sh\n', { mode: 0o755 });
  return spawnSync(program).status === 0;
}

/**
 * Runs a step whose temporary files are kept in memory, if there is enough of it: tests that publish and copy releases
 * wait for the disk half of their time.
 */
export async function withFilesInMemory(step: () => Promise<void>): Promise<void> {
  if (process.env.TMPDIR !== undefined || !existsSync(MEMORY)) return step();
  const { bavail, bsize } = statfsSync(MEMORY);
  if (Math.min(bavail * bsize, freemem()) < NEEDED) return step();
  const folder = await mkdtemp(path.join(MEMORY, 'patchwork-'));
  try {
    if (await canStartPrograms(folder)) {
      // Other users write here too, such as the one that runs Postgres.
      await chmod(folder, 0o1777);
      process.env.TMPDIR = folder;
    }
    await step();
  } finally {
    await rm(folder, { recursive: true, force: true, maxRetries: 10 });
  }
}
