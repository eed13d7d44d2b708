import { readFile, rm, stat } from 'node:fs/promises';
import path from 'node:path';
import { brotliDecompressSync, gunzipSync } from 'node:zlib';
import { expect, test } from 'vitest';
import { listFiles } from './files.ts';
import { publishRemote } from './publish-remote.ts';
import { ReleaseError } from './release-error.ts';
import { buildRemote, longText, temporaryFolder, writeFiles } from './testing.ts';

async function workspace() {
  const root = await temporaryFolder();
  const piece = path.join(root, 'mfe-catalog');
  const release = path.join(root, '.release');
  await buildRemote(piece);
  const registry = async () => JSON.parse(await readFile(`${release}/registry.json`, 'utf8'));
  return { piece, release, registry };
}

test('a build lies in a folder of its own, and the registry points to it', async () => {
  const { piece, release, registry } = await workspace();
  const published = await publishRemote({ piece, release });
  expect(published).toMatchObject({ name: 'mfe-catalog', fresh: true });
  expect(published.version).toMatch(/^1\.2\.0-[0-9a-f]{10}$/);
  expect(await registry()).toEqual({
    format: 1,
    remotes: [
      {
        id: 'mfe-catalog',
        team: 'Catalogue',
        version: '1.2.0',
        routes: [{ path: '/', access: 'open', module: './Home' }],
        slots: {},
        entry: `/remotes/mfe-catalog/${published.version}/remoteEntry.js`,
        files: { './Home': ['static/js/async/Home.1a2b3c.js', 'static/css/async/Home.4d5e6f.css'] },
      },
    ],
  });
});

test('what is for people and tools stays at home, and long texts are compressed', async () => {
  const { piece, release } = await workspace();
  const { version } = await publishRemote({ piece, release });
  const folder = path.join(release, 'remotes/mfe-catalog', version);
  const script = 'static/js/async/Home.1a2b3c.js';
  expect(await listFiles(folder)).toEqual([
    'mf-manifest.json',
    'remoteEntry.js',
    'static/css/async/Home.4d5e6f.css',
    script,
    `${script}.br`,
    `${script}.gz`,
  ]);
  const read = (suffix: string) => readFile(path.join(folder, script + suffix));
  expect(brotliDecompressSync(await read('.br')).toString()).toBe(longText('home'));
  expect(gunzipSync(await read('.gz')).toString()).toBe(longText('home'));
});

test('publishing twice changes nothing', async () => {
  const { piece, release, registry } = await workspace();
  await publishRemote({ piece, release });
  const before = { files: await listFiles(release), registry: await registry() };
  await buildRemote(piece);
  expect(await publishRemote({ piece, release })).toMatchObject({ fresh: false });
  expect({ files: await listFiles(release), registry: await registry() }).toEqual(before);
});

test('a published folder is never written again', async () => {
  const { piece, release } = await workspace();
  const { version } = await publishRemote({ piece, release });
  const file = path.join(release, 'remotes/mfe-catalog', version, 'remoteEntry.js');
  const before = await stat(file);
  await publishRemote({ piece, release });
  expect((await stat(file)).ino).toBe(before.ino);
});

test('a new build leaves the old one where open pages find it', async () => {
  const { piece, release, registry } = await workspace();
  const first = await publishRemote({ piece, release });
  await buildRemote(piece, 'home, changed');
  const second = await publishRemote({ piece, release });
  expect(second.version).not.toBe(first.version);
  const folders = (await listFiles(release)).filter((file) => file.endsWith('remoteEntry.js'));
  expect(folders).toHaveLength(2);
  expect((await registry()).remotes[0].entry).toContain(second.version);
});

test("another team's entry stays as it is written", async () => {
  const { piece, release, registry } = await workspace();
  const foreign = { id: 'mfe-next', of: 'a later format' };
  await writeFiles(release, {
    'registry.json': JSON.stringify({ format: 1, remotes: [foreign] }),
  });
  await publishRemote({ piece, release });
  expect((await registry()).remotes[0]).toEqual(foreign);
});

test.each([
  ['dist/remoteEntry.js', 'remoteEntry.js is missing: build the piece first'],
  ['dist/mf-manifest.json', 'mf-manifest.json is missing'],
])('without %s nothing is published', async (file, message) => {
  const { piece, release } = await workspace();
  await rm(path.join(piece, file));
  const failure = await publishRemote({ piece, release }).catch((error: unknown) => error);
  expect(failure).toBeInstanceOf(ReleaseError);
  expect(String(failure)).toContain(message);
  expect(await listFiles(release)).toEqual([]);
});

test.each([
  [{ team: '' }, 'mfe-catalog: team'],
  [{ id: '../mfe-catalog' }, 'id: an id is lower-case words'],
  [{ slots: { 'header-search': './Search' } }, './Search, which its build does not expose'],
])('a declaration with %j is refused', async (mistake, message) => {
  const { piece, release } = await workspace();
  const declaration = JSON.parse(await readFile(`${piece}/remote.json`, 'utf8'));
  await writeFiles(piece, { 'remote.json': JSON.stringify({ ...declaration, ...mistake }) });
  await expect(publishRemote({ piece, release })).rejects.toThrow(message);
  expect(await listFiles(release)).toEqual([]);
});

test('a registry that cannot be read is not overwritten', async () => {
  const { piece, release } = await workspace();
  await writeFiles(release, { 'registry.json': '{"format":1,' });
  await expect(publishRemote({ piece, release })).rejects.toThrow('mend it or delete it');
  expect(await readFile(`${release}/registry.json`, 'utf8')).toBe('{"format":1,');
});
