import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { bundleForTest } from '../../api-server/src/bundle.ts';
import { createApiProcess, freePort } from './processes.ts';
import { flood, uploadKinds } from './uploads.ts';

/*
 * pnpm soak uploads: 400 connections without a token send what a server should not keep, to an API server in a process of
 * its own. The exit code is 1 when an attack adds more than 60 MB, or a connection lasts longer than 30 seconds.
 */

const CONNECTIONS = 400;
const MAX_ADDED_MB = 60;
const MAX_CONNECTION_MS = 30_000;
/** An attack ends by itself after this time. */
const PATIENCE_MS = 60_000;

if (process.platform !== 'linux')
  throw new Error('Memory is read from /proc, which only Linux has.');
const folder = await mkdtemp(path.join(tmpdir(), 'patchwork-uploads-'));
const port = await freePort();
const api = createApiProcess(await bundleForTest(), port, { PATCHWORK_DATA: folder });
try {
  await api.start();
  for (const kind of uploadKinds) {
    const attack = { kind, connections: CONNECTIONS, patienceMs: PATIENCE_MS };
    const { before, peak, longestMs, answers } = await flood(port, api.pid() ?? 0, attack);
    const isHeld = peak - before <= MAX_ADDED_MB && longestMs <= MAX_CONNECTION_MS;
    if (!isHeld) process.exitCode = 1;
    console.log(
      `${isHeld ? 'held  ' : 'BROKEN'} ${kind}: ${before} MB before, ${peak} MB at most,`,
      `longest connection ${(longestMs / 1000).toFixed(1)} s,`,
      Object.entries(answers)
        .map(([answer, count]) => `${count} × ${answer}`)
        .join(', '),
    );
  }
} finally {
  await api.stop();
  await rm(folder, { recursive: true, force: true });
}
