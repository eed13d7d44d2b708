import { readFile, rm } from 'node:fs/promises';
import { expect, test } from 'vitest';
import { UsageError } from '../errors.ts';
import { refusal } from '../findings.ts';
import { readRegistry } from '../release-folder/registry.ts';
import { openWithShell, openWorkspace, writeFiles } from '../testing/release.ts';
import { list } from './list.ts';
import { recover } from './recover.ts';

/** A shop with a shell, a stable version, a canary and an old version, whose registry was deleted. */
async function openWithoutRegistry() {
  const shop = await openWithShell();
  const shell = await shop.publishShell('index.2.js');
  const [a, b] = await shop.publishTwo();
  await shop.canary(10, a);
  const file = `${shop.release}/registry.json`;
  const registry = JSON.parse(await readFile(file, 'utf8'));
  await rm(file);
  return { ...shop, file, registry, shell, a, b, run: () => recover(shop.context, false) };
}

test('without registry.json nothing is listed, published or rolled back in a folder with versions', async () => {
  const shop = await openWithoutRegistry();
  const message = 'registry.json is missing, but there are versions in ';
  await expect(list(shop.release)).rejects.toThrow(message);
  await expect(shop.publish('c')).rejects.toThrow('run “patchwork recover”, which rebuilds it');
  await expect(shop.rollback()).rejects.toThrow(message);
});

test('a first publication that is refused leaves a folder whose registry can be read', async () => {
  const shop = await openWorkspace({ gate: async () => [refusal('routes', 'mfe-catalog', 'no')] });
  await expect(shop.publish('a')).rejects.toThrow('no');
  expect(await readRegistry(shop.release)).toMatchObject({ remotes: [] });
});

test('registry.json is written again from the pointers in index.html', async () => {
  const shop = await openWithoutRegistry();
  const { pieces } = await shop.run();
  expect(pieces).toEqual([
    { name: 'shell', stable: shop.shell, canary: undefined, previous: [], source: 'index.html' },
    {
      name: 'mfe-catalog',
      stable: shop.b,
      canary: { version: shop.a, percent: 10 },
      previous: [shop.a],
      source: 'index.html',
    },
  ]);
  const recovered = JSON.parse(await readFile(shop.file, 'utf8'));
  expect(recovered).toEqual({
    ...shop.registry,
    shell: { version: shop.shell, previous: [] },
    lastMove: expect.any(String),
  });
  expect(recovered.lastMove).not.toBe(shop.registry.lastMove);
  expect(await list(shop.release)).toMatchObject({ current: true, problems: [] });
});

test('a dry run finds the same and writes nothing', async () => {
  const shop = await openWithoutRegistry();
  expect((await recover(shop.context, true)).pieces).toHaveLength(2);
  await expect(readFile(shop.file)).rejects.toThrow('ENOENT');
});

test('without a page the newest version of each piece is taken, which may not be the live one', async () => {
  const shop = await openWithoutRegistry();
  await rm(`${shop.release}/index.html`);
  const { pieces, problems } = await shop.run();
  expect(pieces).toMatchObject([
    { name: 'shell', stable: shop.shell, source: 'release.json' },
    { name: 'mfe-catalog', stable: shop.b, canary: undefined, source: 'release.json' },
  ]);
  expect(problems).toContainEqual(expect.stringContaining('whether it was live is unknown'));
  expect(await shop.page()).toContain('index.2.js');
});

test('a version whose release.json is damaged is left out and named', async () => {
  const shop = await openWithoutRegistry();
  await writeFiles(shop.release, { [`remotes/mfe-catalog/${shop.b}/release.json`]: '{' });
  const { pieces, problems } = await shop.run();
  expect(pieces.map(({ name }) => name)).toEqual(['shell']);
  expect(problems).toContainEqual(expect.stringContaining(`mfe-catalog is left out: `));
});

test('a remote that the page does not name is left out and named', async () => {
  const shop = await openWithoutRegistry();
  const folder = `remotes/mfe-other/1.0.0-0123456789`;
  await writeFiles(shop.release, { [`${folder}/release.json`]: '{}' });
  const { problems } = await shop.run();
  expect(problems).toContainEqual(
    expect.stringContaining('mfe-other has versions, but index.html'),
  );
});

test('an existing registry is not replaced, and an empty folder has none to recover', async () => {
  const shop = await openWorkspace();
  await expect(recover(shop.context, false)).rejects.toThrow(UsageError);
  await shop.publish('a');
  await expect(recover(shop.context, false)).rejects.toThrow('registry.json exists');
});
