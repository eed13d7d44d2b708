import { mkdir, readFile, readlink, rm, stat, symlink } from 'node:fs/promises';
import path from 'node:path';
import { brotliDecompressSync, gunzipSync } from 'node:zlib';
import { expect, test } from 'vitest';
import { integrityOf } from '../bytes/integrity.ts';
import { RefusedError, ReleaseError } from '../release-error.ts';
import { buildRemote, filesIn, longText, openPiece, writeFiles } from '../testing.ts';

async function workspace() {
  const opened = await openPiece('mfe-catalog', buildRemote);
  const file = path.join(opened.release, 'registry.json');
  return { ...opened, registry: async () => JSON.parse(await readFile(file, 'utf8')) };
}

test('a build is in a folder of its own, and the registry points to it', async () => {
  const { release, registry, publish } = await workspace();
  const published = await publish();
  expect(published).toMatchObject({ name: 'mfe-catalog', fresh: true });
  expect(published.version).toMatch(/^1\.2\.0-[0-9a-f]{10}$/);
  const stable = {
    id: 'mfe-catalog',
    team: 'Catalogue',
    version: published.version,
    routes: [{ page: 'page', path: '/', access: 'open', module: './Home' }],
    fragments: {},
    entry: `/remotes/mfe-catalog/${published.version}/remoteEntry.js`,
    files: { './Home': ['static/js/async/Home.1a2b3c.js', 'static/css/async/Home.4d5e6f.css'] },
    integrity: {
      'mf-manifest.json': expect.stringMatching(/^sha384-/),
      'remoteEntry.js': integrityOf(Buffer.from('container')),
      'static/css/async/Home.4d5e6f.css': integrityOf(Buffer.from('.home{}')),
      'static/js/async/Home.1a2b3c.js': integrityOf(Buffer.from(longText('home'))),
    },
    shared: {
      '@patchwork/state': { version: '1.0.0', requiredVersion: '^1.0.0' },
      react: { version: '19.3.1', requiredVersion: '^19.3.1' },
    },
    size: { raw: expect.any(Number), brotli: expect.any(Number) },
    publishedAt: expect.stringMatching(/^\d{4}-\d\d-\d\dT.*Z$/),
  };
  expect(await registry()).toEqual({
    format: 2,
    remotes: [{ id: 'mfe-catalog', stable, previous: [] }],
    lastMove: expect.any(String),
  });
  const folder = `${release}/remotes/mfe-catalog/${published.version}`;
  const imports = {};
  expect(JSON.parse(await readFile(`${folder}/release.json`, 'utf8'))).toEqual({
    ...stable,
    imports,
  });
});

test('source maps and statistics are not published, and long texts are compressed', async () => {
  const { release, publish } = await workspace();
  const { version } = await publish();
  const folder = path.join(release, 'remotes/mfe-catalog', version);
  const script = 'static/js/async/Home.1a2b3c.js';
  expect(await filesIn(folder)).toEqual([
    'mf-manifest.json',
    'release.json',
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
  const { piece, release, registry, publish } = await workspace();
  await publish();
  const before = { files: await filesIn(release), registry: await registry() };
  await buildRemote(piece);
  expect(await publish()).toMatchObject({ fresh: false });
  expect({ files: await filesIn(release), registry: await registry() }).toEqual(before);
});

test('a published folder is never written again', async () => {
  const { release, publish } = await workspace();
  const { version } = await publish();
  const file = path.join(release, 'remotes/mfe-catalog', version, 'remoteEntry.js');
  const before = await stat(file);
  await publish();
  expect((await stat(file)).ino).toBe(before.ino);
});

test('a new build leaves the old one where open pages find it', async () => {
  const { piece, release, registry, publish } = await workspace();
  const first = await publish();
  await buildRemote(piece, { code: 'home, changed' });
  const second = await publish();
  expect(second.version).not.toBe(first.version);
  const folders = (await filesIn(release)).filter((file) => file.endsWith('remoteEntry.js'));
  expect(folders).toHaveLength(2);
  expect((await registry()).remotes[0]).toMatchObject({
    stable: { version: second.version },
    previous: [{ version: first.version }],
  });
});

test("another team's entry that can't be read stays as it is", async () => {
  const { release, registry, publish } = await workspace();
  const foreign = { id: 'mfe-next', of: 'another format' };
  await writeFiles(release, {
    'registry.json': JSON.stringify({ format: 2, remotes: [foreign] }),
  });
  await publish();
  expect((await registry()).remotes[0]).toEqual(foreign);
});

test.each([
  ['dist/remoteEntry.js', 'remoteEntry.js is missing: build the piece first'],
  ['dist/mf-manifest.json', 'mf-manifest.json is missing'],
])('without %s nothing is published', async (file, message) => {
  const { piece, release, publish } = await workspace();
  await rm(path.join(piece, file));
  const failure = await publish().catch((error: unknown) => error);
  expect(failure).toBeInstanceOf(ReleaseError);
  expect(String(failure)).toContain(message);
  expect(await filesIn(release)).toEqual([]);
});

test.each([
  [{ team: '' }, 'remote.json: team: a team has a name'],
  [{ id: '../mfe-catalog' }, 'id: an id is lower-case words'],
  [
    {
      routes: [
        { page: 'home', path: '/', access: 'open', module: './Home', head: { title: '{x.y}' } },
      ],
    },
    'remote.json: routes.0: {x.y} needs head.data',
  ],
])('a declaration with %j is refused', async (mistake, message) => {
  const { piece, release, publish } = await workspace();
  const declaration = JSON.parse(await readFile(`${piece}/remote.json`, 'utf8'));
  await writeFiles(piece, { 'remote.json': JSON.stringify({ ...declaration, ...mistake }) });
  await expect(publish()).rejects.toThrow(message);
  expect(await filesIn(release)).toEqual([]);
});

test('a registry behind a link that leads nowhere for now is not overwritten', async () => {
  const { release, publish } = await workspace();
  await mkdir(release);
  await symlink('/not/mounted/registry.json', `${release}/registry.json`);
  await expect(publish()).rejects.toThrow('registry.json cannot be read');
  expect(await readlink(`${release}/registry.json`)).toBe('/not/mounted/registry.json');
});

test('a registry that cannot be read is not overwritten', async () => {
  const { release, publish } = await workspace();
  await writeFiles(release, { 'registry.json': '{"format":2,' });
  await expect(publish()).rejects.toThrow('fix it, put a copy of it back');
  expect(await readFile(`${release}/registry.json`, 'utf8')).toBe('{"format":2,');
});

test.each([
  [['.env'], '.env of mfe-catalog’s build has a name that begins with a dot'],
  [['static/.git/config'], 'static/.git/config of mfe-catalog’s build has a name'],
  [
    ['static/A.js', 'static/a.js'],
    'static/a.js of mfe-catalog’s build differs from static/A.js in upper and lower case only',
  ],
])('a build with %j is refused by name, and nothing is published', async (names, message) => {
  const { piece, release, publish } = await workspace();
  await writeFiles(piece, Object.fromEntries(names.map((name) => [`dist/${name}`, 'x'])));
  const failure = await publish().catch((error: unknown) => error);
  expect(failure).toBeInstanceOf(RefusedError);
  expect(String(failure)).toContain(message);
  expect(await filesIn(release)).toEqual([]);
});

test('the names that a build of another tool takes of the shop’s packages are read from it', async () => {
  const { piece, release, publish } = await workspace();
  await writeFiles(piece, {
    'dist/remoteEntry.js':
      'r={moduleIdToConsumeDataMapping:{a:{shareKey:"@patchwork/state"},b:{shareKey:"react"}}}',
    'dist/static/js/async/Home.1a2b3c.js':
      'f=(q)=>{let n=q("a"),o=q("b");return n.cartAtom+o.memo}',
  });
  const { version } = await publish();
  const folder = `${release}/remotes/mfe-catalog/${version}`;
  expect(JSON.parse(await readFile(`${folder}/release.json`, 'utf8'))).toMatchObject({
    imports: { '@patchwork/state': { cartAtom: 'static/js/async/Home.1a2b3c.js' } },
  });
});
