import { readFile } from 'node:fs/promises';
import { brotliDecompressSync } from 'node:zlib';
import { expect, test } from 'vitest';
import { RefusedError } from '../release-error.ts';
import { buildShell, contextOf, filesIn, longText, openPiece, writeFiles } from '../testing.ts';
import { rollback } from './rollback.ts';

const workspace = () => openPiece('shell', buildShell);

test('the shell is in the root of the release, long texts compressed', async () => {
  const { release, publish } = await workspace();
  const published = await publish();
  expect(published).toMatchObject({ name: 'shell', fresh: true, before: undefined });
  const folder = `shell/${published.version}`;
  expect(await filesIn(release)).toEqual([
    '_headers',
    '_headers.nginx.conf',
    'favicon.svg',
    'images/shirt.svg',
    'images/shirt.svg.br',
    'images/shirt.svg.gz',
    'index.html',
    'registry.json',
    `${folder}/favicon.svg`,
    `${folder}/images/shirt.svg`,
    `${folder}/images/shirt.svg.br`,
    `${folder}/images/shirt.svg.gz`,
    `${folder}/index.html`,
    `${folder}/mf-manifest.json`,
    `${folder}/release.json`,
    'static/js/index.111.js',
    'static/js/index.111.js.br',
    'static/js/index.111.js.gz',
    expect.stringMatching(/^static\/registry\.[0-9a-f]{10}\.json$/),
  ]);
});

test('publishing twice changes nothing', async () => {
  const { publish } = await workspace();
  const first = await publish();
  expect(await publish()).toEqual({ ...first, fresh: false, before: first.version });
});

test('old chunks stay for the pages that are open', async () => {
  const { piece, release, publish } = await workspace();
  await publish();
  await buildShell(piece, 'index.222.js');
  await publish();
  const scripts = (await filesIn(release)).filter((file) => file.endsWith('.js'));
  expect(scripts).toEqual(['static/js/index.111.js', 'static/js/index.222.js']);
  expect(await readFile(`${release}/index.html`, 'utf8')).toContain('index.222.js');
});

test('a rollback to a version that registry.json forgot leaves no later version to fall back to', async () => {
  const { piece, release, publish } = await workspace();
  const versions: string[] = [];
  for (const chunk of ['1.a.js', '1.b.js', '1.c.js', '1.d.js', '1.e.js', '1.f.js', '2.a.js']) {
    await buildShell(piece, chunk);
    versions.push((await publish()).version);
  }
  await rollback(contextOf(release), 'shell', versions[0]);
  const registry = JSON.parse(await readFile(`${release}/registry.json`, 'utf8'));
  expect(registry.shell).toEqual({ version: versions[0], previous: [] });
});

test('a changed picture is compressed again', async () => {
  const { piece, release, publish } = await workspace();
  await publish();
  await writeFiles(piece, { 'dist/images/shirt.svg': longText('another shirt') });
  expect(await publish()).toMatchObject({ fresh: true });
  const compressed = await readFile(`${release}/images/shirt.svg.br`);
  expect(brotliDecompressSync(compressed).toString()).toBe(longText('another shirt'));
});

test('a template without the comment for the registry is refused before anything is written', async () => {
  const { piece, release, publish } = await workspace();
  await writeFiles(piece, { 'dist/index.html': '<!doctype html>' });
  await expect(publish()).rejects.toThrow('which the registry replaces');
  expect(await filesIn(release)).toEqual([]);
});

test.each([
  'registry.json',
  'config.json',
  'Config.json.br',
  'remotes/mfe-catalog/1/remoteEntry.js',
  'shell/1/index.html',
  'images/.shirt.svg',
  '.lock/1',
])('a build with %s in it is refused before anything is written', async (file) => {
  const { piece, release, publish } = await workspace();
  await writeFiles(release, { 'registry.json': '{"format":2,"remotes":[]}' });
  await writeFiles(piece, { [`dist/${file}`]: '{}' });
  const failure = await publish().catch((error: unknown) => error);
  expect(failure).toBeInstanceOf(RefusedError);
  expect(String(failure)).toContain(`${file} of the shell’s build`);
  expect(await filesIn(release)).toEqual(['registry.json']);
});

test('a build whose files have no hashes in their names is refused with one sentence', async () => {
  const { piece, release, publish } = await workspace();
  await buildShell(piece, 'index.js');
  await writeFiles(piece, { 'dist/static/css/index.css': '.shop {}' });
  const failure = await publish().catch((error: unknown) => error);
  expect(failure).toBeInstanceOf(RefusedError);
  expect((failure as RefusedError).refusals.map(({ message }) => message)).toEqual([
    'static/css/index.css of the shell’s build has no hash in its name: browsers keep a file of static/ for a year, so a change of it would not reach them. Build the shell with hashes (output.filenameHash), and keep other files out of static/',
  ]);
  expect(await filesIn(release)).toEqual([]);
});
