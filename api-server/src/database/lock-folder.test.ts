import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, rm } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { SettingsError } from '../settings.ts';
import { lockFolder } from './lock-folder.ts';

async function makeFolder(): Promise<string> {
  const folder = await mkdtemp(path.join(tmpdir(), 'patchwork-lock-'));
  onTestFinished(() => rm(folder, { recursive: true }));
  return folder;
}

/** Another process that has the folder's lock until it is killed. */
async function lockElsewhere(folder: string) {
  const library = JSON.stringify(createRequire(import.meta.url).resolve('fs-native-extensions'));
  const file = JSON.stringify(path.join(folder, 'lock'));
  const program = `
    process.stdout.write(String(require(${library}).tryLock(require('node:fs').openSync(${file}, 'a'))));
    setInterval(() => undefined, 1000);`;
  const child = spawn(process.execPath, ['-e', program], { stdio: ['ignore', 'pipe', 'inherit'] });
  onTestFinished(() => void child.kill('SIGKILL'));
  expect(String(await once(child.stdout, 'data'))).toBe('true');
  return child;
}

test('a folder that another running process has is refused, in a line that says what to do', async () => {
  const folder = await makeFolder();
  await lockElsewhere(folder);
  expect(() => lockFolder(folder)).toThrow(SettingsError);
  expect(() => lockFolder(folder)).toThrow(
    /in use by another process: .*PATCHWORK_DATA.*DATABASE_URL/,
  );
});

test('a folder is free as soon as the process that had it is killed', async () => {
  const folder = await makeFolder();
  const child = await lockElsewhere(folder);
  child.kill('SIGKILL');
  await once(child, 'exit');
  lockFolder(folder)();
});

test('a folder is refused to a process of the same number, and given to it after the unlock', async () => {
  const folder = await makeFolder();
  const unlock = lockFolder(folder);
  expect(() => lockFolder(folder)).toThrow(SettingsError);
  unlock();
  lockFolder(folder)();
});
