import { readFile, stat, utimes, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { expect, test } from 'vitest';
import { UsageError } from '../errors.ts';
import type { GateQuestion } from '../pointers/context.ts';
import { previewsIn, readRegistry } from '../release-folder/registry.ts';
import { findRelease } from '../release-folder/versions.ts';
import { createDocuments } from '../serve/documents.ts';
import { buildRemote, filesIn, openWithShell, type openWorkspace } from '../testing/release.ts';
import { history, list, listVersions } from './list.ts';
import { endPreview, preview } from './preview.ts';

const now = Date.parse('2026-11-22T10:00:00.000Z');
const id = 'mfe-catalog';

/**
 * Opens a shop with a live shell and catalogue, and functions that put a build of the catalogue into a preview and list
 * the previews.
 */
async function openShop(changes: Parameters<typeof openWorkspace>[0] = {}) {
  const shop = await openWithShell(changes);
  const stable = await shop.publish('stable');
  async function give(name: string, code: string, days = 14) {
    await buildRemote(shop.piece, { code });
    const builds = [{ name: id, folder: shop.piece }];
    const made = await preview(shop.context, { name, days, now }, async () => [], builds);
    return made.remotes.find((remote) => remote.id === id)?.version ?? '';
  }
  /** Versions of each preview, by its name. */
  async function previews() {
    const found = previewsIn(await readRegistry(shop.release));
    return Object.fromEntries(
      found.map(({ name, remotes }) => [name, remotes.map(({ version }) => version)]),
    );
  }
  return { ...shop, stable, give, previews };
}

const read = (release: string, file: string) => readFile(path.join(release, file), 'utf8');

test('a preview moves no other pointer, and is in no page', async () => {
  const shop = await openShop();
  const canary = await shop.publish('canary');
  await shop.rollback();
  await shop.canary(10, canary);
  const page = await shop.page();
  const statics = (await filesIn(shop.release)).filter((file) => file.startsWith('static/'));
  const version = await shop.give('pr-42', 'a change');
  expect(await shop.versions()).toEqual([shop.stable, canary]);
  expect(await shop.page()).toBe(page);
  expect((await filesIn(shop.release)).filter((file) => file.startsWith('static/'))).toEqual(
    statics,
  );
  expect(await shop.previews()).toEqual({ 'pr-42': [version] });
});

test('a later build replaces the remote’s earlier one in a preview; other previews stay', async () => {
  const shop = await openShop();
  const other = await shop.give('pr-1', 'other');
  await shop.give('pr-42', 'first');
  const second = await shop.give('pr-42', 'second', 3);
  expect(await shop.previews()).toEqual({ 'pr-1': [other], 'pr-42': [second] });
  const [, changed] = (await list(shop.release)).previews;
  expect(changed).toMatchObject({ since: '2026-11-22T10:00:00.000Z' });
  expect(changed).toMatchObject({ until: '2026-11-25T10:00:00.000Z' });
});

test('the gate is asked as if all versions of the preview were live together', async () => {
  const questions: GateQuestion[] = [];
  const shop = await openShop({
    gate: async (question) => {
      questions.push(question);
      return [];
    },
  });
  const before = questions.length;
  const version = await shop.give('pr-42', 'a change');
  expect(questions.slice(before)).toHaveLength(1);
  expect(questions[before]).toMatchObject({
    before: { remotes: [{ stable: { version: shop.stable } }] },
    after: { remotes: [{ stable: { version } }] },
  });
});

test('a build that was in a preview is published as the same version, and nothing is copied', async () => {
  const shop = await openShop();
  const version = await shop.give('pr-42', 'a change');
  const files = await filesIn(path.join(shop.release, 'remotes'));
  expect(await shop.publish('a change')).toBe(version);
  expect(await filesIn(path.join(shop.release, 'remotes'))).toEqual(files);
});

test('a remote that is not live yet can be in a preview', async () => {
  const shop = await openShop();
  const piece = path.join(shop.root, 'mfe-gift');
  await buildRemote(piece, { id: 'mfe-gift', route: '/gift' });
  const builds = [{ name: 'mfe-gift', folder: piece }];
  const made = await preview(shop.context, { name: 'pr-7', days: 1, now }, async () => [], builds);
  const [{ version = '' } = {}] = made.remotes;
  expect(await shop.previews()).toEqual({ 'pr-7': [version] });
  expect(await listVersions(shop.release, 'mfe-gift')).toMatchObject([
    { version, role: 'preview' },
  ]);
});

test('a version that is live from another origin can’t be in a preview', async () => {
  const shop = await openShop();
  const text = await read(shop.release, 'registry.json');
  const entry = 'https://teams.example/remoteEntry.js';
  await writeFile(
    path.join(shop.release, 'registry.json'),
    text.replace(/"\/remotes[^"]*remoteEntry\.js"/, JSON.stringify(entry)),
  );
  const choose = preview(shop.context, { name: 'pr-42', days: 1, now }, async (document) => [
    await findRelease(shop.release, document, id, 'stable'),
  ]);
  await expect(choose).rejects.toThrow('entry: it comes from https://teams.example');
  await expect(choose).rejects.toBeInstanceOf(UsageError);
});

test('an ended preview is gone for everyone, and its files stay for a day', async () => {
  const shop = await openShop();
  const version = await shop.give('pr-42', 'a change');
  await shop.give('pr-43', 'another');
  const folder = path.join(shop.release, 'remotes', id, version);
  await utimes(folder, 1, 1);
  expect(await endPreview(shop.context, 'pr-42')).toMatchObject({ name: 'pr-42' });
  expect(Object.keys(await shop.previews())).toEqual(['pr-43']);
  // Prune decides by this date.
  expect(Date.now() - (await stat(folder)).mtimeMs).toBeLessThan(60_000);
  const failure = endPreview(shop.context, 'pr-42');
  await expect(failure).rejects.toThrow('There is no preview “pr-42”. There are: pr-43');
});

test('a preview that can’t be read does not affect others, and is written back as it is', async () => {
  const shop = await openShop();
  await shop.give('pr-42', 'a change');
  const document = JSON.parse(await read(shop.release, 'registry.json'));
  document.previews.push({ name: 'pr-43', until: 'later' });
  await writeFile(path.join(shop.release, 'registry.json'), JSON.stringify(document));
  await shop.publish('more');
  await endPreview(shop.context, 'pr-42');
  const { previews } = JSON.parse(await read(shop.release, 'registry.json'));
  expect(previews).toEqual([{ name: 'pr-43', until: 'later' }]);
  expect((await list(shop.release)).problems).toEqual([
    expect.stringMatching(/^registry\.json: left out preview: since: .*; until: /),
  ]);
});

test('a server sends browsers the previews with the registry, and no page has them', async () => {
  const shop = await openShop();
  const version = await shop.give('pr-42', 'a change');
  const { release } = shop;
  const { document } = createDocuments({ release, defaultConfig: {}, report: () => {} })();
  const { previews } = JSON.parse(document('/registry.json')?.text ?? '');
  expect(previews).toMatchObject([{ name: 'pr-42', remotes: [{ version }] }]);
});

test('the history records which version a preview got, and its end', async () => {
  const shop = await openShop();
  const version = await shop.give('pr-42', 'a change');
  await endPreview(shop.context, 'pr-42');
  const { moves } = await history(shop.release);
  const without = { stable: shop.stable };
  const withPreview = { ...without, previews: { 'pr-42': version } };
  expect(moves.slice(0, 2)).toMatchObject([
    { command: 'end-preview pr-42', pieces: [{ name: id, from: withPreview, to: without }] },
    { command: 'preview pr-42', pieces: [{ name: id, from: without, to: withPreview }] },
  ]);
});

test('the list has the link of a preview, with the shop’s origin if it is known', async () => {
  const shop = await openShop();
  await shop.give('pr-42', 'a change');
  const link = async () => (await list(shop.release)).previews[0]?.link;
  expect(await link()).toBe('/?preview=pr-42');
  await writeFile(path.join(shop.release, 'config.json'), '{"origin":"https://shop.example"}');
  expect(await link()).toBe('https://shop.example/?preview=pr-42');
});
