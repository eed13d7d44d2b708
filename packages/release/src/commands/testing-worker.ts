import { type ChildProcess, fork } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { build } from 'esbuild';
import { afterAll } from 'vitest';

/** The worker in one file, which starts in a fraction of the time, beside those that it loads when it needs them. */
export async function bundleWorker(): Promise<string> {
  const folder = await mkdtemp(path.join(tmpdir(), 'patchwork-worker-'));
  afterAll(() => rm(folder, { recursive: true, force: true }));
  await build({
    entryPoints: { worker: path.join(import.meta.dirname, 'crash-worker.ts') },
    bundle: true,
    platform: 'node',
    format: 'esm',
    splitting: true,
    // TypeScript is CommonJS, and asks for these.
    banner: {
      js: `import { createRequire } from 'node:module';
const require = createRequire(import.meta.url);
const __filename = import.meta.filename;`,
    },
    outdir: folder,
    outExtension: { '.js': '.mjs' },
  });
  return path.join(folder, 'worker.mjs');
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
