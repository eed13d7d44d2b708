import { mkdir, symlink } from 'node:fs/promises';
import path from 'node:path';
import { expect, test } from 'vitest';
import { ReleaseError } from '../release-error.ts';
import { temporaryFolder, writeFiles } from '../testing.ts';
import { readIfPresent } from './files.ts';

test('a file that is not there is told apart from one that cannot be read', async () => {
  const folder = await temporaryFolder();
  const at = (name: string) => path.join(folder, name);
  await writeFiles(folder, { there: 'content' });
  await mkdir(at('folder'));
  await symlink(at('nowhere'), at('link'));
  expect(await readIfPresent(at('there'))).toEqual(Buffer.from('content'));
  expect(await readIfPresent(at('nowhere'))).toBeUndefined();
  for (const name of ['folder', 'link', 'there/below']) {
    const failure = await readIfPresent(at(name)).catch((error: unknown) => error);
    expect(failure).toBeInstanceOf(ReleaseError);
    expect(String(failure)).toContain(`${at(name)} cannot be read`);
  }
});
