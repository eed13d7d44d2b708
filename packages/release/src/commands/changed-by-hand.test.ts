import { readFile, rm } from 'node:fs/promises';
import path from 'node:path';
import { expect, test } from 'vitest';
import { listFiles } from '../bytes/files.ts';
import { RefusedError } from '../release-error.ts';
import { writeFiles } from '../testing.ts';
import { openWorkspace } from '../testing-shop.ts';
import { writePage } from './write-page.ts';

test('what was put into a shell’s folder by hand does not overwrite the pointers', async () => {
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

test('a published file that was changed by hand is refused, by name', async () => {
  const shop = await openWorkspace();
  const version = await shop.publish('a');
  const file = `remotes/mfe-catalog/${version}/remoteEntry.js`;
  await writeFiles(shop.release, { [file]: 'other bytes' });
  const failure = await shop.publish('a').catch((error: unknown) => error);
  expect(failure).toBeInstanceOf(RefusedError);
  expect(String(failure)).toContain(`${file} holds other bytes than were published`);
  await rm(path.join(shop.release, file));
  await expect(shop.publish('a')).rejects.toThrow('remoteEntry.js is missing');
});

test.each([
  ['a route', (text: string) => text.replace('"path": "/"', '"path": "/evil"')],
  ['a team', (text: string) => text.replace('"Catalogue"', '"Others"')],
  ['an entry', (text: string) => text.replace('"/remotes/', '"https://evil.example/remotes/')],
  ['a field', (text: string) => text.replace('{', '{ "later": true,')],
])('a description in which %s was changed by hand is not made live', async (_what, change) => {
  const shop = await openWorkspace();
  const a = await shop.publish('a');
  const b = await shop.publish('b');
  await shop.rollback();
  const file = `remotes/mfe-catalog/${b}/release.json`;
  const text = await readFile(path.join(shop.release, file), 'utf8');
  await writeFiles(shop.release, { [file]: change(text) });
  const failure = await shop.rollback(b).catch((error: unknown) => error);
  expect(failure).toBeInstanceOf(RefusedError);
  expect(String(failure)).toContain(`${file} is not what was published`);
  expect(await shop.versions()).toEqual([a, undefined]);
});

test('a shell whose list of files was changed by hand is not made live', async () => {
  const shop = await openWorkspace();
  const first = await shop.publishShell('index.1.js');
  await shop.publishShell('index.2.js');
  const file = `shell/${first}/release.json`;
  const text = await readFile(path.join(shop.release, file), 'utf8');
  await writeFiles(shop.release, { [file]: text.replace('"static/js/index.1.js"', '"static/x"') });
  const failure = await shop.rollback(first, 'shell').catch((error: unknown) => error);
  expect(failure).toBeInstanceOf(RefusedError);
  expect(String(failure)).toContain(`${file} is not what was published`);
});

test.each([
  ['remote', 'mfe-catalog'],
  ['shell', 'shell'],
])('a published %s without its release.json is said to be damaged', async (_what, name) => {
  const shop = await openWorkspace();
  const versions =
    name === 'shell'
      ? [await shop.publishShell('index.1.js'), await shop.publishShell('index.2.js')]
      : [await shop.publish('a'), await shop.publish('b'), await shop.rollback()];
  const folder = name === 'shell' ? `shell/${versions[0]}` : `remotes/mfe-catalog/${versions[1]}`;
  const version = path.basename(folder);
  await rm(path.join(shop.release, folder, 'release.json'));
  const failure = await shop.rollback(version, name).catch((error: unknown) => error);
  expect(String(failure)).toContain(`${folder}/release.json is missing. A published version`);
});
