import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { text } from 'node:stream/consumers';
import { expect, onTestFinished, test } from 'vitest';
import { bundleForTest } from '../../api-server/src/bundle.ts';
import { createApiProcess, freePort } from './processes.ts';

const STOP_LIMIT_MS = 5_000;
const TIMEOUT_MS = 240_000;

/** A process on a new folder, whose disk is full while the file `full` is there. */
async function openDisk() {
  const folder = await mkdtemp(path.join(tmpdir(), 'patchwork-full-'));
  const program = await bundleForTest();
  const full = path.join(folder, 'full');
  const env = {
    PATCHWORK_DATA: path.join(folder, 'data'),
    FULL_DISK: full,
    NODE_OPTIONS: `--require ${path.join(import.meta.dirname, 'full-disk.cjs')}`,
  };
  const api = createApiProcess(program, await freePort(), env);
  onTestFinished(async () => {
    await api.kill();
    await rm(folder, { recursive: true, force: true });
  });
  return { api, full, program, env };
}

/** Runs the program to its end. Returns its exit code, and its lines on the standard error. */
async function runToEnd(program: string, env: NodeJS.ProcessEnv) {
  const child = spawn(process.execPath, [program], {
    env: { ...process.env, ...env, PORT: '0' },
    stdio: ['ignore', 'ignore', 'pipe'],
  });
  onTestFinished(() => void child.kill('SIGKILL'));
  const [lines] = await Promise.all([text(child.stderr), once(child, 'exit')]);
  return { exitCode: child.exitCode, lines: lines.trim().split('\n') };
}

test(
  'on a full disk requests get 503, SIGTERM and the next start end at once, and nothing answered is lost',
  async () => {
    const { api, full, program, env } = await openDisk();
    const account = (email: string) =>
      JSON.stringify({ name: 'Meera Das', email, password: 'a thread of indigo' });
    const post = (call: 'signup' | 'login', email: string) =>
      fetch(`${api.url}/api/auth/${call}`, {
        method: 'POST',
        headers: { 'content-type': 'application/json' },
        body: account(email),
      });
    const statusOf = async (address: string) => (await fetch(api.url + address)).status;

    await api.start();
    expect((await post('signup', 'before@patchwork.example')).status).toBe(201);

    await writeFile(full, '');
    for (const name of ['first', 'second']) {
      const refused = await post('signup', `${name}@patchwork.example`);
      expect(refused.status).toBe(503);
      expect(refused.headers.get('retry-after')).toBe('5');
    }
    expect(await statusOf('/readyz')).toBe(503);
    expect(await statusOf('/healthz')).toBe(200);
    const start = performance.now();
    await api.stop();
    expect(performance.now() - start).toBeLessThan(STOP_LIMIT_MS);

    expect(await runToEnd(program, env)).toEqual({
      exitCode: 1,
      lines: [expect.stringMatching(/^The database in .* can’t be opened: .*No space left/)],
    });

    await rm(full);
    await api.start();
    expect((await post('login', 'before@patchwork.example')).status).toBe(200);
    expect((await post('signup', 'first@patchwork.example')).status).toBe(201);
  },
  TIMEOUT_MS,
);
