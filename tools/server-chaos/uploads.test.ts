import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { bundleForTest } from '../../api-server/src/bundle.ts';
import { createApiProcess, freePort } from './processes.ts';
import { flood } from './uploads.ts';

const TIMEOUT_MS = 120_000;

/** With all connections, and those that arrive slowly: `pnpm soak uploads`. */
test.runIf(process.platform === 'linux')(
  'a hundred bodies in chunks of strangers are not kept, and their connections end',
  async () => {
    const folder = await mkdtemp(path.join(tmpdir(), 'patchwork-uploads-'));
    const port = await freePort();
    const api = createApiProcess(await bundleForTest(), port, { PATCHWORK_DATA: folder });
    onTestFinished(async () => {
      await api.kill();
      await rm(folder, { recursive: true, force: true });
    });
    await api.start();
    const attack = { connections: 100, patienceMs: 60_000 } as const;
    const { before, peak, longestMs, answers } = await flood(port, api.pid() ?? 0, {
      ...attack,
      kind: 'bodies in chunks, for a shopper',
    });
    expect(answers).toEqual({ 'HTTP/1.1 401 Unauthorized': 100 });
    expect(peak - before).toBeLessThanOrEqual(60);
    expect(longestMs).toBeLessThanOrEqual(30_000);
  },
  TIMEOUT_MS,
);
