import { rm } from 'node:fs/promises';
import { entryIntegrity } from '@patchwork/federation/testing';
import { expect, test } from 'vitest';
import { temporaryFolder, writeFiles } from '../testing.ts';
import { createDocuments } from './documents.ts';
import { bodyOf } from './testing.ts';

const releaseOf = (id: string) => ({
  id,
  team: 'Team',
  version: '1.0.0',
  entry: `/remotes/${id}/1.0.0/remoteEntry.js`,
  integrity: entryIntegrity,
  routes: [],
});
const remoteOf = (id: string, changes = {}) => ({ id, stable: { ...releaseOf(id), ...changes } });
const listing = (...ids: string[]) =>
  JSON.stringify({ format: 2, remotes: ids.map((id) => remoteOf(id)) });

async function released(registry?: string, defaultConfig = {}) {
  const release = await temporaryFolder();
  const write = (files: Record<string, string>) => writeFiles(release, files);
  await write({ 'index.html': '<!-- patchwork:documents -->' });
  if (registry !== undefined) await write({ 'registry.json': registry });
  const reports: string[] = [];
  const report = (message: string) => reports.push(message.replace(release, ''));
  const documents = createDocuments({
    release,
    defaultConfig,
    report,
  });
  return { release, write, documents, reports };
}

test('an edit by hand is in the next page', async () => {
  const { write, documents } = await released(listing('mfe-one'));
  expect((await bodyOf(documents, '/'))?.text).toContain('mfe-one');
  await write({ 'registry.json': listing('mfe-one', 'mfe-two'), 'config.json': '{"a":1}' });
  expect((await bodyOf(documents, '/'))?.text).toContain('mfe-two');
  expect((await bodyOf(documents, '/'))?.text).toContain('{"a":1}');
  expect(documents().document('/registry.json')?.text).toContain('mfe-two');
});

test('a body is made once, for every request until something changes', async () => {
  const { write, documents } = await released(listing('mfe-one'));
  const send = async () => (await bodyOf(documents, '/'))?.encoded('br');
  const first = await send();
  expect(await send()).toBe(first);
  await write({ 'config.json': '{"a":1}' });
  expect(await send()).not.toEqual(first);
});

test('paths of one route have one page, and so have all that no remote declares', async () => {
  const routes = ['/shirts/:id', '/shirts'].map((path, index) => ({
    ...{ page: `page-${index}`, path, access: 'open', module: './Shirt' },
  }));
  const remotes = [remoteOf('mfe-one', { routes })];
  const { documents } = await released(JSON.stringify({ format: 2, remotes }));
  const page = (pathname: string) => bodyOf(documents, pathname);
  expect(await page('/shirts/a')).toBe(await page('/Shirts/b'));
  expect(await page('/shirts/a')).not.toBe(await page('/shirts'));
  expect(await page('/nowhere')).toBe(await page('/'));
});

test('the complete registry of the page is served, also after an edit by hand', async () => {
  const { write, documents } = await released(listing('mfe-one'));
  const address = async () =>
    /"complete":"([^"]+)"/.exec((await bodyOf(documents, '/'))?.text ?? '')?.[1] ?? '';
  const first = await address();
  expect(documents().document(first)?.text).toContain('mfe-one');
  await write({ 'registry.json': listing('mfe-two') });
  expect(documents().document(await address())?.text).toContain('mfe-two');
  expect(documents().document(first)).toBeUndefined();
});

test('a broken registry is reported once, and the last good one stays in use', async () => {
  const { write, documents, reports } = await released(listing('mfe-one'));
  (await bodyOf(documents, '/'))?.text;
  await write({ 'registry.json': '{"format":2,' });
  expect((await bodyOf(documents, '/'))?.text).toContain('mfe-one');
  expect(documents().document('/registry.json')?.text).toContain('mfe-one');
  expect(reports).toHaveLength(1);
  expect(reports[0]).toMatch(/^\/registry\.json: .*JSON.* The last good one stays in use$/);
});

test.each([['{"format":2,'], [undefined]])(
  'with a first registry of %j the page holds an empty one',
  async (registry) => {
    const { documents, reports } = await released(registry);
    expect((await bodyOf(documents, '/'))?.text).toContain('{"format":2,"remotes":[],');
    expect(reports).toHaveLength(1);
  },
);

test('a badly described remote is left out and named', async () => {
  const registry = JSON.stringify({
    format: 2,
    remotes: [remoteOf('mfe-one'), remoteOf('mfe-two', { entry: 'nowhere' })],
  });
  const { documents, reports } = await released(registry);
  expect(documents().document('/registry.json')?.text).not.toContain('mfe-two');
  expect(reports.join()).toContain('mfe-two: entry:');
});

test('an unknown path is 404, and 503 while it may be that of a remote that can’t be read', async () => {
  const page = (path: string) => [{ page: 'cart', path, access: 'open', module: './Cart' }];
  const registryWith = (path: string) =>
    JSON.stringify({ format: 2, remotes: [remoteOf('mfe-cart', { routes: page(path) })] });
  const { write, documents } = await released(registryWith('/cart'));
  const status = async (pathname: string) =>
    (await documents().page?.({ pathname, hasQuery: false }))?.status;
  expect(await status('/cart')).toBe(200);
  expect(await status('/nowhere')).toBe(404);
  expect(await status('/named-page/cart')).toBe(200);
  expect(await status('/named-page/other')).toBe(404);
  await write({ 'registry.json': registryWith('no path at all') });
  expect(await status('/cart')).toBe(503);
  expect(await status('/named-page/cart')).toBe(503);
  expect((await bodyOf(documents, '/cart'))?.text).toContain('"incomplete":true');
});

test('the configuration of a config.json that is deleted is empty again', async () => {
  const { release, write, documents } = await released(listing());
  await write({ 'config.json': '{"apiUrl":"https://api.example"}' });
  expect(documents().document('/config.json')?.text).toContain('api.example');
  await rm(`${release}/config.json`);
  expect(documents().document('/config.json')?.text).toBe('{}');
});

test('the default configuration is used while there is no config.json', async () => {
  const { release, write, documents } = await released(listing(), { a: 0 });
  expect(documents().document('/config.json')?.text).toBe('{"a":0}');
  await write({ 'config.json': '{}' });
  expect(documents().document('/config.json')?.text).toBe('{}');
  await rm(`${release}/config.json`);
  expect((await bodyOf(documents, '/'))?.text).toContain('{"a":0}');
});

const elsewhere = 'https://teams.example/mfe-two/remoteEntry.js';

test('a remote of another origin is in the page once the configuration lists that origin', async () => {
  const remotes = [remoteOf('mfe-one'), remoteOf('mfe-two', { entry: elsewhere })];
  const { write, documents, reports } = await released(JSON.stringify({ format: 2, remotes }));
  expect((await bodyOf(documents, '/'))?.text).not.toContain('mfe-two');
  expect(documents().document('/registry.json')?.text).not.toContain('mfe-two');
  expect(reports).toEqual([
    'registry.json: left out mfe-two: entry: it comes from https://teams.example, which “remoteOrigins” in config.json does not list',
  ]);
  await write({ 'config.json': '{"remoteOrigins":["https://teams.example"]}' });
  expect((await bodyOf(documents, '/'))?.text).toContain(elsewhere);
  expect(reports).toHaveLength(1);
});

test('a remote without the hash of its entry is left out, by name', async () => {
  const remotes = [remoteOf('mfe-one'), remoteOf('mfe-two', { integrity: undefined })];
  const { documents, reports } = await released(JSON.stringify({ format: 2, remotes }));
  const page = (await bodyOf(documents, '/'))?.text;
  expect(page).toContain('mfe-one');
  expect(page).not.toContain('mfe-two');
  expect(reports.join()).toContain('mfe-two: integrity: the hash of remoteEntry.js is missing');
});
