import { spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { chmod, mkdtemp, rm, stat } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { SettingsError } from '../settings.ts';
import { lockFolder, openEmbedded } from './embedded.ts';

async function makeFolder(): Promise<string> {
  const folder = await mkdtemp(path.join(tmpdir(), 'patchwork-embedded-'));
  onTestFinished(() => rm(folder, { recursive: true }));
  return folder;
}

const modeOf = async (file: string) => ((await stat(file)).mode & 0o7777).toString(8);

test('no other user has access to the data folder, even if it existed before', async () => {
  const folder = await makeFolder();
  await chmod(folder, 0o755);
  // The folder is made private before the database is created, so this test needs none.
  onTestFinished(lockFolder(folder));
  await expect(openEmbedded(folder)).rejects.toThrow('in use');
  expect(await modeOf(folder)).toBe('700');
});

test('a data folder that all users share is left unchanged and refused', async () => {
  const folder = await makeFolder();
  await chmod(folder, 0o1777);
  await expect(openEmbedded(folder)).rejects.toThrow(SettingsError);
  expect(await modeOf(folder)).toBe('1777');
});

/** Command that runs a program in its own PID namespace, like a container. Needs root. */
const inContainer = ['unshare', '--pid', '--fork', '--kill-child'];
const hasContainers =
  process.platform === 'linux' && spawnSync('unshare', ['--pid', '--fork', 'true']).status === 0;

/** Starts a process that locks the folder until it is killed. `said` is whether it got the lock, and its process id. */
async function lockElsewhere(folder: string, prefix: readonly string[] = []) {
  const library = JSON.stringify(createRequire(import.meta.url).resolve('fs-native-extensions'));
  const file = JSON.stringify(path.join(folder, 'lock'));
  const program = `
    const isGranted = require(${library}).tryLock(require('node:fs').openSync(${file}, 'a'));
    process.stdout.write(isGranted + ' ' + process.pid);
    setInterval(() => undefined, 1000);`;
  const [command = '', ...args] = [...prefix, process.execPath, '-e', program];
  const child = spawn(command, args, { stdio: ['ignore', 'pipe', 'inherit'] });
  onTestFinished(() => void child.kill('SIGKILL'));
  return { child, said: String(await once(child.stdout, 'data')) };
}

test('a folder that another running process uses is refused with a message that says what to do', async () => {
  const folder = await makeFolder();
  const { child, said } = await lockElsewhere(folder);
  expect(said).toBe(`true ${child.pid}`);
  expect(() => lockFolder(folder)).toThrow(SettingsError);
  expect(() => lockFolder(folder)).toThrow(
    /in use by another process: .*PATCHWORK_DATA.*DATABASE_URL/,
  );
});

test.skipIf(!hasContainers)(
  'only one of two containers, whose processes have the same id, gets the folder',
  async () => {
    const folder = await makeFolder();
    expect((await lockElsewhere(folder, inContainer)).said).toBe('true 1');
    expect((await lockElsewhere(folder, inContainer)).said).toBe('false 1');
    expect(() => lockFolder(folder)).toThrow(SettingsError);
  },
);

test('a folder is available as soon as the process that used it is killed', async () => {
  const folder = await makeFolder();
  const { child } = await lockElsewhere(folder);
  child.kill('SIGKILL');
  await once(child, 'exit');
  lockFolder(folder)();
});

test('a process can’t open a folder twice without releasing it', async () => {
  const folder = await makeFolder();
  const unlock = lockFolder(folder);
  expect(() => lockFolder(folder)).toThrow(SettingsError);
  unlock();
  lockFolder(folder)();
});
