import { type ChildProcess, fork } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { build } from 'esbuild';
import { afterAll } from 'vitest';

/** The worker as one file, which starts in a fraction of the time. */
export async function bundleWorker(): Promise<string> {
  const folder = await mkdtemp(path.join(tmpdir(), 'patchwork-worker-'));
  afterAll(() => rm(folder, { recursive: true, force: true }));
  const outfile = path.join(folder, 'worker.mjs');
  await build({
    entryPoints: [path.join(import.meta.dirname, 'crash-worker.ts')],
    bundle: true,
    platform: 'node',
    format: 'esm',
    outfile,
  });
  return outfile;
}

export interface Worker {
  readonly child: ChildProcess;
  readonly exited: Promise<unknown>;
}

/** A process that waits for its order. */
export async function startWorker(file: string): Promise<Worker> {
  const child = fork(file, { stdio: ['ignore', 'ignore', 'inherit', 'ipc'] });
  const exited = once(child, 'exit');
  await Promise.race([once(child, 'message'), exited]);
  return { child, exited };
}
