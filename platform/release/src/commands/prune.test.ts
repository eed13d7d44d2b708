import { readdir, readFile, rename, utimes } from 'node:fs/promises';
import path from 'node:path';
import { expect, test } from 'vitest';
import { findRelease } from '../release-folder/versions.ts';
import { addVersion, buildRemote, filesIn, openWorkspace, writeFiles } from '../testing/release.ts';
import { preview } from './preview.ts';
import { prune } from './prune.ts';

const hour = 60 * 60 * 1000;

type Shop = Awaited<ReturnType<typeof openWorkspace>>;

/** Prunes as if this many hours had passed since everything was published. */
const pruneAfter = ({ context }: Shop, hours: number, keep: number, dryRun = false) =>
  prune(context, { keep, dryRun, now: Date.now() + hours * hour });

const completeRegistries = async ({ release }: Shop) =>
  (await filesIn(release)).filter((file) => /^static\/registry\.\w+\.json$/.test(file));

const remoteVersions = async ({ release }: Shop) =>
  (await readdir(path.join(release, 'remotes/mfe-catalog'))).sort();

test('the newest versions stay, older ones are deleted', async () => {
  const shop = await openWorkspace();
  const a = await shop.publish('a');
  const b = await shop.publish('b');
  const c = await shop.publish('c');
  await shop.rollback(a);
  const pruned = await pruneAfter(shop, 30, 1);
  expect(pruned.removed).toEqual([{ name: 'mfe-catalog', version: b }]);
  expect(await remoteVersions(shop)).toEqual([a, c].sort());
});

test('a version that a pointer names stays: stable, canary, previous, the shell’s', async () => {
  const shop = await openWorkspace();
  const shells = [await shop.publishShell('index.1.js'), await shop.publishShell('index.2.js')];
  const a = await shop.publish('a');
  const b = await shop.publish('b');
  await shop.canary(10, a);
  expect((await pruneAfter(shop, 30, 0)).removed).toEqual([]);
  expect(await remoteVersions(shop)).toEqual([a, b].sort());
  expect((await readdir(path.join(shop.release, 'shell'))).sort()).toEqual(shells.sort());
});

test('a version that was published within the last day stays', async () => {
  const shop = await openWorkspace();
  const a = await shop.publish('a');
  await shop.publish('b');
  await shop.rollback(a);
  expect((await pruneAfter(shop, 23, 0)).removed).toEqual([]);
  expect((await pruneAfter(shop, 25, 0)).removed).toHaveLength(1);
});

test('a version that a pointer left within the last day stays: pages may be open with it', async () => {
  const shop = await openWorkspace();
  const a = await shop.publish('a');
  const b = await shop.publish('b');
  const long = new Date(Date.now() - 1000 * hour);
  await utimes(path.join(shop.release, 'remotes/mfe-catalog', b), long, long);
  await shop.rollback(a);
  expect((await pruneAfter(shop, 23, 0)).removed).toEqual([]);
});

test('the files that only a deleted shell used are deleted, with their compressed copies', async () => {
  const shop = await openWorkspace();
  const first = await shop.publishShell('index.1.js');
  await shop.publishShell('index.2.js');
  const second = await shop.publishShell('index.2.js');
  await shop.rollback(first, 'shell');
  const long = new Date(Date.now() - 25 * hour);
  const delta = `static/js/index.2.js.${'a'.repeat(64)}.dcz`;
  await writeFiles(shop.release, { [delta]: 'difference' });
  for (const file of ['static/js/index.2.js', delta]) {
    await utimes(path.join(shop.release, file), long, long);
  }
  const pruned = await pruneAfter(shop, 25, 0);
  expect(pruned.removed).toEqual([{ name: 'shell', version: second }]);
  const left = (await filesIn(shop.release)).filter((file) => file.startsWith('static/js/'));
  expect(left).toEqual([
    'static/js/index.1.js',
    'static/js/index.1.js.br',
    'static/js/index.1.js.gz',
  ]);
});

test('nothing is deleted while an entry of registry.json can’t be read', async () => {
  const shop = await openWorkspace();
  const versions = [await shop.publish('a'), await shop.publish('b'), await shop.publish('c')];
  await shop.canary(10, versions[0] ?? '');
  const file = path.join(shop.release, 'registry.json');
  const broken = (await readFile(file, 'utf8')).replaceAll('"open"', '"by-invitation"');
  await writeFiles(shop.release, { 'registry.json': broken });
  await expect(pruneAfter(shop, 72, 0)).rejects.toThrow(
    'Nothing was deleted: fix that entry first',
  );
  expect(await remoteVersions(shop)).toEqual(versions.sort());
});

type Harm = (shop: Shop, live: string) => Promise<void>;

test.each<[what: string, harm: Harm]>([
  [
    'it is unknown which files a shell needs',
    ({ release }, live) => writeFiles(release, { [`shell/${live}/release.json`]: '{' }),
  ],
  [
    'the folder of a live shell is missing',
    ({ release, root }, live) =>
      rename(path.join(release, 'shell', live), path.join(root, 'moved')),
  ],
])('nothing in static/ is deleted while %s', async (_what, harm) => {
  const shop = await openWorkspace();
  await shop.publishShell('index.1.js');
  const live = await shop.publishShell('index.2.js');
  const staticFiles = async () =>
    (await filesIn(shop.release)).filter((file) => file.startsWith('static/'));
  const long = new Date(Date.now() - 1000 * hour);
  const files = await staticFiles();
  for (const file of files) await utimes(path.join(shop.release, file), long, long);
  await harm(shop, live);
  expect(await pruneAfter(shop, 72, 0)).toMatchObject({ files: [], unreadableShells: [live] });
  expect(await staticFiles()).toEqual(files);
});

test('the complete registry of the live page stays, an older one is deleted after a day', async () => {
  const shop = await openWorkspace();
  await shop.publishShell('index.1.js');
  await shop.publish('a');
  const older = await completeRegistries(shop);
  await shop.publish('b');
  const live = (await completeRegistries(shop)).filter((file) => !older.includes(file));
  expect((await pruneAfter(shop, 23, 5)).files).toEqual([]);
  expect((await pruneAfter(shop, 25, 5)).files).toEqual(expect.arrayContaining(older));
  expect(await completeRegistries(shop)).toEqual(live);
});

test('temporary files of a killed process are deleted after a day', async () => {
  const shop = await openWorkspace();
  await shop.publish('a');
  const half = 'remotes/mfe-catalog/.1.2.0-0000000000.01234567-89ab-cdef-0123-456789abcdef';
  await writeFiles(shop.release, { [`${half}/remoteEntry.js`]: 'container' });
  expect((await pruneAfter(shop, 1, 5)).files).toEqual([]);
  expect((await pruneAfter(shop, 25, 5)).files).toEqual([half]);
  expect(await remoteVersions(shop)).toHaveLength(1);
});

test('a dry run reports the same and deletes nothing', async () => {
  const shop = await openWorkspace();
  const a = await shop.publish('a');
  const b = await shop.publish('b');
  await shop.rollback(a);
  expect((await pruneAfter(shop, 30, 0, true)).removed).toEqual([
    { name: 'mfe-catalog', version: b },
  ]);
  expect(await remoteVersions(shop)).toEqual([a, b].sort());
});

test('a version stays while a preview has it, and a preview whose time is over is ended', async () => {
  const shop = await openWorkspace();
  const stable = await shop.publish('stable');
  await buildRemote(shop.piece, { code: 'a change' });
  const piece = { name: 'mfe-catalog', folder: shop.piece };
  const { version } = (await addVersion(shop.release, piece)).version;
  const choose = async (document: Parameters<typeof findRelease>[1]) => [
    await findRelease(shop.release, document, 'mfe-catalog', version),
  ];
  await preview(shop.context, { name: 'pr-42', days: 3, now: Date.now() }, choose);
  expect(await pruneAfter(shop, 71, 0)).toMatchObject({ previews: [], removed: [] });
  const removed = [{ name: 'mfe-catalog', version }];
  expect(await pruneAfter(shop, 73, 0, true)).toMatchObject({ previews: ['pr-42'], removed });
  expect(await remoteVersions(shop)).toEqual([stable, version].sort());
  expect(await pruneAfter(shop, 73, 0)).toMatchObject({ previews: ['pr-42'], removed });
  expect(await remoteVersions(shop)).toEqual([stable]);
  expect(await pruneAfter(shop, 73, 0)).toMatchObject({ previews: [], removed: [] });
});
