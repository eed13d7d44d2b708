import { rm, writeFile } from 'node:fs/promises';
import path from 'node:path';
import type { PublishedRemote } from '@patchwork/federation';
import { expect, test } from 'vitest';
import { readIntegrity } from '../../bytes/integrity.ts';
import { temporaryFolder, writeFiles } from '../../testing.ts';
import { remoteVersion, shellVersion } from '../testing.ts';
import { checkFiles, checkShellFiles } from './files.ts';

const home = 'static/js/async/Home.1a2b3c.js';

async function hashed(root: string, ...files: string[]) {
  return readIntegrity(files.map((file) => ({ file, from: path.join(root, file) })));
}

async function published(release: Partial<PublishedRemote> = {}) {
  const folder = await temporaryFolder();
  await writeFiles(folder, { 'remoteEntry.js': 'container', [home]: 'home' });
  const integrity = await hashed(folder, 'remoteEntry.js', home);
  const files = { './Home': [home] };
  const routes = [{ page: 'home', path: '/', access: 'open' as const, module: './Home' }];
  return remoteVersion({ routes, files, integrity, ...release }, folder);
}

const texts = (refusals: readonly { readonly message: string }[]) =>
  refusals.map(({ message }) => message);

test('a complete version', async () => {
  expect(await checkFiles(await published())).toEqual([]);
});

test('a file that is missing', async () => {
  const remote = await published();
  await rm(path.join(remote.folder, home));
  expect(await checkFiles(remote)).toEqual([
    {
      severity: 'refusal',
      rule: 'files',
      file: home,
      message: `${home} of mfe-shop 1.1.0-aaaaaaaaaa is missing in the release folder. Publish it again: a published version is never changed.`,
      ours: 'mfe-shop 1.1.0-aaaaaaaaaa',
    },
  ]);
});

test('a file that was changed by hand', async () => {
  const remote = await published();
  await writeFile(path.join(remote.folder, home), 'home, changed');
  expect(texts(await checkFiles(remote))).toEqual([
    `${home} of mfe-shop 1.1.0-aaaaaaaaaa is not what was published: its bytes do not match the hash in release.json. Publish it again: a published version is never changed.`,
  ]);
});

test('a file that the page loads, and that has no hash', async () => {
  expect(texts(await checkFiles(await published({ integrity: {} })))).toEqual([
    'release.json of mfe-shop 1.1.0-aaaaaaaaaa gives no hash of remoteEntry.js, which the page loads. Publish it again: a published version is never changed.',
    `release.json of mfe-shop 1.1.0-aaaaaaaaaa gives no hash of ${home}, which the page loads. Publish it again: a published version is never changed.`,
  ]);
});

test('a module that is declared and not built', async () => {
  expect(
    texts(await checkFiles(await published({ fragments: { bar: { module: './Bar' } } }))),
  ).toEqual([
    'remote.json of mfe-shop 1.1.0-aaaaaaaaaa names ./Bar, which its build does not expose. Add src/exposes/Bar.tsx, and build again.',
  ]);
});

test('a shell without its page', async () => {
  const root = await temporaryFolder();
  await writeFiles(root, { 'static/js/index.js': 'start' });
  const folder = path.join(root, 'shell/1.0.0-bbbbbbbbbb');
  const integrity = await hashed(root, 'static/js/index.js');
  const shell = shellVersion({ root, folder, integrity });
  expect(texts(await checkShellFiles(shell))).toEqual([
    'release.json of shell 1.0.0-bbbbbbbbbb gives no hash of shell/1.0.0-bbbbbbbbbb/index.html, which the page loads. Publish it again: a published version is never changed.',
  ]);
});
