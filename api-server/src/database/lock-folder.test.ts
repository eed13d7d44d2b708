import { spawnSync } from 'node:child_process';
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { SettingsError } from '../settings.ts';
import { lockFolder } from './lock-folder.ts';

async function openFolder() {
  const folder = await mkdtemp(path.join(tmpdir(), 'patchwork-lock-'));
  onTestFinished(() => rm(folder, { recursive: true }));
  const file = path.join(folder, 'in-use-by');
  return { folder, file };
}

test('a folder that another running process has is refused, in a line that says what to do', async () => {
  const { folder, file } = await openFolder();
  await writeFile(file, String(process.ppid));
  await expect(lockFolder(folder)).rejects.toThrow(SettingsError);
  await expect(lockFolder(folder)).rejects.toThrow(
    new RegExp(`in use by process ${process.ppid}: .*PATCHWORK_DATA.*DATABASE_URL`),
  );
});

test('what a killed process left behind is taken over', async () => {
  const { folder, file } = await openFolder();
  const { pid } = spawnSync(process.execPath, ['--version']);
  await writeFile(file, String(pid));
  const unlock = await lockFolder(folder);
  expect(await readFile(file, 'utf8')).toBe(String(process.pid));
  await unlock();
  await expect(readFile(file)).rejects.toThrow('ENOENT');
});

test('a file that names no process is taken over', async () => {
  const { folder, file } = await openFolder();
  await writeFile(file, '');
  await lockFolder(folder);
  expect(await readFile(file, 'utf8')).toBe(String(process.pid));
});
