import { readFile, rm } from 'node:fs/promises';
import { expect, test } from 'vitest';
import { UsageError } from '../errors.ts';
import { findRelease } from '../release-folder/versions.ts';
import { openWithShell, openWorkspace, writeFiles } from '../testing/release.ts';
import { list, listUses, listVersions } from './list.ts';
import { preview } from './preview.ts';
import { writePage } from './recover.ts';

test('a list shows the shell and the remotes with their pointers', async () => {
  const shop = await openWorkspace();
  const shell = await shop.publishShell('index.1.js');
  const [a, b] = await shop.publishTwo();
  await shop.canary(10, a);
  const { pieces, current } = await list(shop.release);
  expect(current).toBe(true);
  expect(pieces).toMatchObject([
    { name: 'shell', stable: shell, previous: [], versions: 1 },
    {
      name: 'mfe-catalog',
      team: 'Catalogue',
      stable: b,
      canary: { version: a, percent: 10 },
      previous: [a],
      versions: 2,
      size: { raw: expect.any(Number) },
    },
  ]);
});

test('a list says when the page does not match the registry', async () => {
  const shop = await openWithShell();
  await writeFiles(shop.release, { 'index.html': 'another page' });
  expect(await list(shop.release)).toMatchObject({ current: false });
});

test('a list names the entries of the registry that can’t be read, which the page would lack', async () => {
  const shop = await openWithShell();
  await shop.publish('a');
  const document = JSON.parse(await readFile(`${shop.release}/registry.json`, 'utf8'));
  const remotes = [...document.remotes, null, { id: 'mfe-next' }];
  await writeFiles(shop.release, { 'registry.json': JSON.stringify({ ...document, remotes }) });
  expect(await list(shop.release)).toMatchObject({
    pieces: [{ name: 'shell' }, { name: 'mfe-catalog' }],
    problems: [
      expect.stringContaining('registry.json: left out remote 2: '),
      expect.stringContaining('registry.json: left out mfe-next: '),
    ],
  });
});

test('a list says why no page can be made', async () => {
  const shop = await openWorkspace();
  const version = await shop.publishShell('index.1.js');
  await rm(`${shop.release}/shell/${version}/index.html`);
  expect(await list(shop.release)).toMatchObject({
    current: false,
    problems: [expect.stringContaining('index.html, the live shell’s page, is missing')],
  });
});

test('a remote of an origin that config.json does not list is in no page, and its entry stays', async () => {
  const shop = await openWithShell();
  await shop.publish('a');
  const text = await readFile(`${shop.release}/registry.json`, 'utf8');
  const moved = text.replaceAll('"/remotes/', '"https://teams.example/remotes/');
  await writeFiles(shop.release, { 'registry.json': moved });
  expect(await writePage(shop.context)).toEqual([
    'registry.json: left out mfe-catalog: entry: it comes from https://teams.example, which “remoteOrigins” in config.json does not list',
  ]);
  expect(await shop.page()).not.toContain('teams.example');
  await writeFiles(shop.release, { 'config.json': '{"remoteOrigins":["https://teams.example"]}' });
  expect(await writePage(shop.context)).toEqual([]);
  expect(await shop.page()).toContain('"https://teams.example/remotes/');
  await shop.publishShell('index.2.js');
  expect(await readFile(`${shop.release}/registry.json`, 'utf8')).toContain('teams.example');
});

test('a version whose hashes were lost is refused, until they are copied from its release.json', async () => {
  const shop = await openWorkspace();
  const version = await shop.publish('a');
  const read = async (file: string) =>
    JSON.parse(await readFile(`${shop.release}/${file}`, 'utf8'));
  const { remotes, ...rest } = await read('registry.json');
  const write = (integrity: object) => {
    const stable = { ...remotes[0].stable, integrity };
    const registry = JSON.stringify({ ...rest, remotes: [{ id: 'mfe-catalog', stable }] });
    return writeFiles(shop.release, { 'registry.json': registry });
  };
  await write({});
  const advice = 'copy “integrity” from the release.json of this version';
  expect((await list(shop.release)).problems.join()).toContain(advice);
  await expect(shop.publish('b')).rejects.toThrow(advice);
  await write((await read(`remotes/mfe-catalog/${version}/release.json`)).integrity);
  expect((await list(shop.release)).problems).toEqual([]);
  await shop.publish('b');
});

test('an empty folder lists nothing', async () => {
  const shop = await openWorkspace();
  expect(await list(shop.release)).toEqual({
    ...{ pieces: [], withdrawn: [], previews: [], current: true, problems: [] },
  });
});

test('the versions of a piece are listed newest first, with the pointers that name them', async () => {
  const shop = await openWorkspace();
  const [a, b] = await shop.publishTwo();
  expect(await listVersions(shop.release, 'mfe-catalog')).toMatchObject([
    { version: b, role: 'stable' },
    { version: a, role: 'previous' },
  ]);
  await expect(listVersions(shop.release, 'mfe-none')).rejects.toThrow(UsageError);
});

/**
 * Opens a shop with a function that publishes a version of the catalogue, which imports the given names of
 * @patchwork/shop.
 */
async function openShop() {
  const shop = await openWithShell();
  return {
    ...shop,
    async publishImporting(code: string, ...names: string[]) {
      const version = await shop.publish(code);
      const imports = {
        '@patchwork/shop': Object.fromEntries(names.map((n) => [n, `src/${n}.tsx`])),
      };
      const index = { format: 1, hash: code, modules: {}, packages: {}, imports };
      await writeFiles(`${shop.release}/remotes/mfe-catalog/${version}/types`, {
        'index.json': JSON.stringify(index),
      });
      return version;
    },
  };
}

test('a shared name is listed with each live version that imports it, and one importing file', async () => {
  const shop = await openShop();
  const a = await shop.publishImporting('a', 'cartAtom');
  const b = await shop.publishImporting('b', 'cartAtom', 'toast');
  await shop.canary(10, a);
  const use = { remote: 'mfe-catalog', module: '@patchwork/shop' };
  expect(await listUses(shop.release, 'cartAtom')).toEqual([
    { ...use, version: b, role: 'stable', file: 'src/cartAtom.tsx' },
    { ...use, version: a, role: 'canary', file: 'src/cartAtom.tsx' },
  ]);
  expect(await listUses(shop.release, 'toast')).toMatchObject([{ version: b, role: 'stable' }]);
});

test('a version that is no longer live is not listed as a use', async () => {
  const shop = await openShop();
  await shop.publishImporting('a', 'cartAtom');
  await shop.publishImporting('b');
  expect(await listUses(shop.release, 'cartAtom')).toEqual([]);
});

test('a preview is listed as a use until it is over', async () => {
  const shop = await openShop();
  const version = await shop.publishImporting('a', 'cartAtom');
  await shop.publishImporting('b');
  const now = Date.now();
  const open = (name: string, days: number) =>
    preview(shop.context, { name, days, now }, async (document) => [
      await findRelease(shop.release, document, 'mfe-catalog', version),
    ]);
  await open('pr-1', 0);
  await open('pr-2', 1);
  expect(await listUses(shop.release, 'cartAtom')).toMatchObject([
    { version, role: 'preview pr-2' },
  ]);
});
