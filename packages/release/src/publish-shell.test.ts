import { readFile, rm } from 'node:fs/promises';
import path from 'node:path';
import { brotliDecompressSync } from 'node:zlib';
import { expect, test } from 'vitest';
import { listFiles } from './files.ts';
import { publishShell } from './publish-shell.ts';
import { buildShell, longText, temporaryFolder, writeFiles } from './testing.ts';

async function workspace() {
  const root = await temporaryFolder();
  const piece = path.join(root, 'shell');
  const release = path.join(root, '.release');
  await buildShell(piece);
  return { piece, release };
}

test('the shell lies in the root of the release, long texts compressed', async () => {
  const { piece, release } = await workspace();
  expect(await publishShell({ piece, release })).toMatchObject({ name: 'shell', fresh: true });
  expect(await listFiles(release)).toEqual([
    'favicon.svg',
    'images/shirt.svg',
    'images/shirt.svg.br',
    'images/shirt.svg.gz',
    'index.html',
    'static/js/index.111.js',
    'static/js/index.111.js.br',
    'static/js/index.111.js.gz',
  ]);
});

test('publishing twice changes nothing', async () => {
  const { piece, release } = await workspace();
  const first = await publishShell({ piece, release });
  expect(await publishShell({ piece, release })).toEqual({ ...first, fresh: false });
});

test('old chunks stay for the pages that are open', async () => {
  const { piece, release } = await workspace();
  await publishShell({ piece, release });
  await rm(path.join(piece, 'dist'), { recursive: true });
  await buildShell(piece, 'index.222.js');
  await publishShell({ piece, release });
  const scripts = (await listFiles(release)).filter((file) => file.endsWith('.js'));
  expect(scripts).toEqual(['static/js/index.111.js', 'static/js/index.222.js']);
  expect(await readFile(`${release}/index.html`, 'utf8')).toContain('index.222.js');
});

test('a picture that changed is compressed anew', async () => {
  const { piece, release } = await workspace();
  await publishShell({ piece, release });
  await writeFiles(piece, { 'dist/images/shirt.svg': longText('another shirt') });
  expect(await publishShell({ piece, release })).toMatchObject({ fresh: true });
  const compressed = await readFile(`${release}/images/shirt.svg.br`);
  expect(brotliDecompressSync(compressed).toString()).toBe(longText('another shirt'));
});

test('a template without a place for the registry is refused before anything is written', async () => {
  const { piece, release } = await workspace();
  await writeFiles(piece, { 'dist/index.html': '<!doctype html>' });
  await expect(publishShell({ piece, release })).rejects.toThrow('the place of the registry');
  expect(await listFiles(release)).toEqual([]);
});
