import { rm } from 'node:fs/promises';
import { expect, test } from 'vitest';
import { temporaryFolder, writeFiles } from '../testing.ts';
import { createDocuments } from './documents.ts';

const releaseOf = (id: string) => ({
  id,
  team: 'Team',
  version: '1.0.0',
  entry: `/remotes/${id}/1.0.0/remoteEntry.js`,
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
  expect(documents.page()).toContain('mfe-one');
  await write({ 'registry.json': listing('mfe-one', 'mfe-two'), 'config.json': '{"a":1}' });
  expect(documents.page()).toContain('mfe-two');
  expect(documents.page()).toContain('{"a":1}');
  expect(documents.registry()).toContain('mfe-two');
});

test('a broken registry is reported once, and the last good one stays in use', async () => {
  const { write, documents, reports } = await released(listing('mfe-one'));
  documents.page();
  await write({ 'registry.json': '{"format":2,' });
  expect(documents.page()).toContain('mfe-one');
  expect(documents.registry()).toContain('mfe-one');
  expect(reports).toHaveLength(1);
  expect(reports[0]).toMatch(/^\/registry\.json: .*JSON.* The last good one stays in use$/);
});

test.each([['{"format":2,'], [undefined]])(
  'with a first registry of %j the page holds an empty one',
  async (registry) => {
    const { documents, reports } = await released(registry);
    expect(documents.page()).toContain('{"format":2,"remotes":[]}');
    expect(reports).toHaveLength(1);
  },
);

test('a badly described remote is left out and named', async () => {
  const registry = JSON.stringify({
    format: 2,
    remotes: [remoteOf('mfe-one'), remoteOf('mfe-two', { entry: 'nowhere' })],
  });
  const { documents, reports } = await released(registry);
  expect(documents.registry()).not.toContain('mfe-two');
  expect(reports.join()).toContain('mfe-two: entry:');
});

test('the configuration of a config.json that is deleted is empty again', async () => {
  const { release, write, documents } = await released(listing());
  await write({ 'config.json': '{"apiUrl":"https://api.example"}' });
  expect(documents.config()).toContain('api.example');
  await rm(`${release}/config.json`);
  expect(documents.config()).toBe('{}');
});

test('the default configuration is used while there is no config.json', async () => {
  const { release, write, documents } = await released(listing(), { a: 0 });
  expect(documents.config()).toBe('{"a":0}');
  await write({ 'config.json': '{}' });
  expect(documents.config()).toBe('{}');
  await rm(`${release}/config.json`);
  expect(documents.page()).toContain('{"a":0}');
});
