import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { describe, expect, test, vi } from 'vitest';
import { findPrograms, startPostgres } from './postgres.ts';

const programs = findPrograms();

const folderOf = (url: string): string => decodeURIComponent(new URL(url).hostname);

/** Starting takes about a second; a busy machine needs much longer. */
const timeout = 30_000;

describe.skipIf(programs === undefined)('a temporary Postgres', { timeout }, () => {
  test('the folder of a stopped server is deleted', async () => {
    const { url, stop } = await startPostgres(programs ?? '');
    expect(existsSync(folderOf(url))).toBe(true);
    await stop();
    expect(existsSync(folderOf(url))).toBe(false);
  });

  test('the server ends when the program that started it is killed', async () => {
    const module = fileURLToPath(new URL('./postgres.ts', import.meta.url));
    const code = `import(${JSON.stringify(module)})
      .then(({ startPostgres }) => startPostgres(${JSON.stringify(programs)}))
      .then(({ url }) => console.log(url));`;
    const program = spawn(process.execPath, ['--import', 'tsx', '--eval', code], {
      stdio: ['ignore', 'pipe', 'inherit'],
    });
    const [line] = await once(program.stdout, 'data');
    const folder = folderOf(String(line).trim());
    expect(existsSync(folder)).toBe(true);
    program.kill('SIGKILL');
    await vi.waitFor(() => expect(existsSync(folder)).toBe(false), { timeout: 10_000 });
  });
});
