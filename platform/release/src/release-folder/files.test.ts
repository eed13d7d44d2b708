import { spawnSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { mkdir, symlink } from 'node:fs/promises';
import path from 'node:path';
import { expect, test } from 'vitest';
import { explainSystemError, ReleaseError } from '../errors.ts';
import { expectFailure, temporaryFolder, writeFiles } from '../testing/release.ts';
import { publishedFiles, readIfPresent, writeThrough } from './files.ts';

test('reading a missing file gives undefined, and reading an unreadable one throws', async () => {
  const folder = await temporaryFolder();
  const at = (name: string) => path.join(folder, name);
  await writeFiles(folder, { there: 'content' });
  await mkdir(at('folder'));
  await symlink(at('nowhere'), at('link'));
  expect(await readIfPresent(at('there'))).toEqual(Buffer.from('content'));
  expect(await readIfPresent(at('nowhere'))).toBeUndefined();
  for (const name of ['folder', 'link', 'there/below']) {
    await expectFailure(readIfPresent(at(name)), ReleaseError, `${at(name)} cannot be read`);
  }
});

test('a temporary folder is deleted when the command is stopped', () => {
  const code = `
    import { createTemporaryFolder } from '${new URL('files.ts', import.meta.url)}';
    console.log(await createTemporaryFolder('patchwork-stopped-'));
    process.exit(143);`;
  const args = ['--import', 'tsx', '--input-type', 'module', '--eval', code];
  const folder = spawnSync(process.execPath, args, { encoding: 'utf8' }).stdout.trim();
  expect(folder).toContain('patchwork-stopped-');
  expect(existsSync(folder)).toBe(false);
});

test.skipIf(!existsSync('/dev/full'))('a full disk is explained with the path', async () => {
  const failure = await writeThrough('/dev/full', 'content').catch((error: unknown) => error);
  expect(explainSystemError(failure)).toContain('/dev/full: the disk is full');
});

test.each([
  ['a file', 'there.js'],
  ['a folder', 'static'],
  ['nothing', 'nowhere'],
])('a link to %s in a build is named in an error, not left out', async (_what, target) => {
  const dist = await temporaryFolder();
  await writeFiles(dist, { 'there.js': '', 'static/a.js': '' });
  expect(await publishedFiles(dist)).toEqual(['static/a.js', 'there.js']);
  await symlink(path.join(dist, target), path.join(dist, 'static/link.js'));
  await expectFailure(
    publishedFiles(dist),
    ReleaseError,
    `${path.join(dist, 'static/link.js')} is a link`,
  );
});
