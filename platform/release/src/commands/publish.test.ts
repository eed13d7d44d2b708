import { mkdir, readFile, readlink, rm, stat, symlink } from 'node:fs/promises';
import path from 'node:path';
import { brotliDecompressSync, gunzipSync } from 'node:zlib';
import { describe, expect, test } from 'vitest';
import { RefusedError, ReleaseError } from '../errors.ts';
import { listFiles } from '../release-folder/files.ts';
import { integrityOf } from '../release-folder/integrity.ts';
import { readRegistry } from '../release-folder/registry.ts';
import {
  buildRemote,
  buildShell,
  contextOf,
  expectFailure,
  filesIn,
  longText,
  openPiece,
  openWorkspace,
  writeFiles,
} from '../testing/release.ts';
import { writePage } from './recover.ts';
import { rollback } from './rollback.ts';

async function workspace() {
  const opened = await openPiece('mfe-catalog', buildRemote);
  const file = path.join(opened.release, 'registry.json');
  return { ...opened, registry: async () => JSON.parse(await readFile(file, 'utf8')) };
}

test('a published build is in a folder of its own, and the registry points to it', async () => {
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
  const home = 'static/js/async/Home.1a2b3c.js';
  const copies = {
    [`${home}.br`]: integrityOf(await readFile(`${folder}/${home}.br`)),
    [`${home}.gz`]: integrityOf(await readFile(`${folder}/${home}.gz`)),
  };
  expect(JSON.parse(await readFile(`${folder}/release.json`, 'utf8'))).toEqual({
    ...stable,
    ...{ imports, copies },
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
  const { version } = await publish();
  const file = path.join(release, 'remotes/mfe-catalog', version, 'remoteEntry.js');
  const look = async () => [await filesIn(release), await registry(), (await stat(file)).ino];
  const before = await look();
  await buildRemote(piece);
  expect(await publish()).toMatchObject({ fresh: false });
  expect(await look()).toEqual(before);
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
  await expectFailure(publish(), ReleaseError, message);
  expect(await filesIn(release)).toEqual([]);
});

test.each([
  [{ team: '' }, 'remote.json: team: a team has a name'],
  [{ id: '../mfe-catalog' }, 'id: an id is lower-case words'],
  [{ id: 'history' }, 'id: “history” is one word'],
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
  await expect(publish()).rejects.toThrow('fix it, restore a copy of it');
  expect(await readFile(`${release}/registry.json`, 'utf8')).toBe('{"format":2,');
});

test.each([
  [['.env'], '.env of mfe-catalog’s build has a name that begins with a dot'],
  ...['50%.svg', 'a#b.svg', 'what?.svg', 'a\\b.svg'].map((name): [string[], string] => [
    [`static/svg/${name}`],
    `static/svg/${name} of mfe-catalog’s build has ${JSON.stringify(name.replace(/[\w.]/g, ''))} in its name, which an address can’t contain as it is. Rename it`,
  ]),
  [['static/.git/config'], 'static/.git/config of mfe-catalog’s build has a name'],
  [
    ['static/A.js', 'static/a.js'],
    'static/a.js of mfe-catalog’s build differs from static/A.js in upper and lower case only',
  ],
])('a build with %j is refused, and nothing is published', async (names, message) => {
  const { piece, release, publish } = await workspace();
  await writeFiles(piece, Object.fromEntries(names.map((name) => [`dist/${name}`, 'x'])));
  await expectFailure(publish(), RefusedError, message);
  expect(await filesIn(release)).toEqual([]);
});

test('the names that another tool’s build imports from the shop’s packages are read from it', async () => {
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

describe('publish shell', () => {
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

  test('a rollback to a version that registry.json no longer names leaves no later version to fall back to', async () => {
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

  test('the compressed copies of a file that versions share keep their hashes, and one that nobody has stated gets none', async () => {
    const { piece, release, publish } = await workspace();
    const readDescription = async (version: string) =>
      JSON.parse(await readFile(`${release}/shell/${version}/release.json`, 'utf8'));
    const { version: first } = await publish();
    const [br, gz] = ['static/js/index.111.js.br', 'static/js/index.111.js.gz'];
    // As another compressor writes them. The live version states the hash of one of them.
    const stated = integrityOf(Buffer.from('otherwise compressed'));
    const { copies: before, ...description } = await readDescription(first);
    const { [gz]: _unstated, ...others } = before;
    const changed = JSON.stringify({ ...description, copies: { ...others, [br]: stated } });
    await writeFiles(release, {
      ...{ [br]: 'otherwise compressed', [gz]: 'from somewhere' },
      [`shell/${first}/release.json`]: changed,
    });
    await writeFiles(piece, { 'dist/images/shirt.svg': longText('another shirt') });
    const { version } = await publish();
    const { copies } = await readDescription(version);
    expect(copies[br]).toBe(stated);
    expect(copies).not.toHaveProperty([gz]);
    const picture = `shell/${version}/images/shirt.svg.br`;
    expect(copies[picture]).toBe(integrityOf(await readFile(`${release}/${picture}`)));
    expect(await readFile(`${release}/${br}`, 'utf8')).toBe('otherwise compressed');
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
    await expectFailure(publish(), RefusedError, `${file} of the shell’s build`);
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
});

test('files that were put into a shell’s folder by hand do not overwrite the pointers', async () => {
  const shop = await openWorkspace();
  const shell = await shop.publishShell('index.111.js');
  const version = await shop.publish('a');
  const names = ['registry.json', 'config.json', '.lock/99', 'remotes/mfe-catalog/1/release.json'];
  const files = names.map((name) => [`shell/${shell}/${name}`, '{}']);
  await writeFiles(shop.release, Object.fromEntries(files));
  await writePage(shop.context);
  expect(await shop.versions()).toEqual([version, undefined]);
  const present = await listFiles(shop.release);
  expect(present.filter((file) => names.includes(file))).toEqual(['registry.json']);
});

test('a published file that was changed by hand is named in a refusal', async () => {
  const shop = await openWorkspace();
  const version = await shop.publish('a');
  const file = `remotes/mfe-catalog/${version}/remoteEntry.js`;
  await writeFiles(shop.release, { [file]: 'other bytes' });
  await expectFailure(
    shop.publish('a'),
    RefusedError,
    `${file} has changed since it was published`,
  );
  await rm(path.join(shop.release, file));
  await expect(shop.publish('a')).rejects.toThrow('remoteEntry.js is missing');
});

/** Opens a shop with a piece that was rolled back, so that only its release.json describes the later version. */
async function openRolledBack(name: 'mfe-catalog' | 'shell') {
  const shop = await openWorkspace();
  const isShell = name === 'shell';
  const publish = isShell ? shop.publishShell : shop.publish;
  const earlier = await publish('index.1.js');
  const later = await publish('index.2.js');
  await shop.rollback(undefined, name);
  const file = `${isShell ? 'shell' : 'remotes/mfe-catalog'}/${later}/release.json`;
  return { ...shop, earlier, file, rollForward: () => shop.rollback(later, name) };
}

test.each([
  ['a route', 'mfe-catalog', '"path": "/"', '"path": "/evil"'],
  ['a team', 'mfe-catalog', '"Catalogue"', '"Others"'],
  ['an entry', 'mfe-catalog', '"/remotes/', '"https://evil.example/remotes/'],
  ['a field', 'mfe-catalog', '{', '{ "later": true,'],
  ['a shell’s list of files', 'shell', '"static/js/index.2.js"', '"static/x"'],
] as const)(
  'a description in which %s was changed by hand is not made live',
  async (_what, name, from, to) => {
    const { release, file, rollForward, earlier } = await openRolledBack(name);
    const text = await readFile(path.join(release, file), 'utf8');
    expect(text).toContain(from);
    await writeFiles(release, { [file]: text.replace(from, to) });
    await expectFailure(rollForward(), RefusedError, `${file} has changed since it was published`);
    const { shell, remotes } = await readRegistry(release);
    expect([shell, ...remotes].filter(Boolean)).toMatchObject([
      name === 'shell' ? { version: earlier } : { stable: { version: earlier } },
    ]);
  },
);

test.each(['mfe-catalog', 'shell'] as const)(
  'a published %s without its release.json is refused as damaged',
  async (name) => {
    const { release, file, rollForward } = await openRolledBack(name);
    await rm(path.join(release, file));
    await expectFailure(rollForward(), RefusedError, `${file} is missing. A published version`);
  },
);
