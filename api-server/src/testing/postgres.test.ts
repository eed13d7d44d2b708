import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest';
import {
  createDatabase,
  findPrograms,
  type PostgresServer,
  query,
  startPostgres,
} from './postgres.ts';

const programs = findPrograms();

const folderOf = (url: string): string => decodeURIComponent(new URL(url).hostname);

/** Well above the second that starting takes, for a busy machine. */
const timeout = 30_000;

describe.skipIf(programs === undefined)('a temporary Postgres', () => {
  let server: PostgresServer;

  beforeAll(async () => {
    server = await startPostgres(programs ?? '');
  });

  afterAll(() => server.stop());

  test('each database in it is its own, until it is dropped', async () => {
    const [one, other] = [await createDatabase(server.url), await createDatabase(server.url)];
    await query(one.url, 'create table threads (colour text)');
    await expect(query(other.url, 'select * from threads')).rejects.toThrow('does not exist');
    await one.drop();
    await expect(query(one.url, 'select 1')).rejects.toThrow('does not exist');
    await other.drop();
  });

  test('its folder is deleted when it is stopped', { timeout }, async () => {
    const second = await startPostgres(programs ?? '');
    expect(existsSync(folderOf(second.url))).toBe(true);
    await second.stop();
    expect(existsSync(folderOf(second.url))).toBe(false);
  });

  test('it ends when the program that started it is killed', { timeout }, async () => {
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

test('programs that are none are named in the error', async () => {
  await expect(startPostgres('/nowhere')).rejects.toThrow(/\/nowhere\/initdb/);
});
