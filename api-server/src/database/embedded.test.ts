import { chmod, mkdtemp, rm, stat } from 'node:fs/promises';
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

test('no other user may enter the folder of the data, also one that was there already', async () => {
  const folder = await makeFolder();
  await chmod(folder, 0o755);
  // The folder is private before anything is written into it, so that no database has to be made here.
  onTestFinished(lockFolder(folder));
  await expect(openEmbedded(folder)).rejects.toThrow('in use');
  expect(await modeOf(folder)).toBe('700');
});

test('a folder that all users share is left as it is, and refused', async () => {
  const folder = await makeFolder();
  await chmod(folder, 0o1777);
  await expect(openEmbedded(folder)).rejects.toThrow(SettingsError);
  expect(await modeOf(folder)).toBe('1777');
});
