import { rm } from 'node:fs/promises';
import { expect, test } from 'vitest';
import { temporaryFolder, writeFiles } from '../testing.ts';
import { createDocuments } from './documents.ts';

const entryOf = (id: string) => ({
  id,
  team: 'Team',
  version: '1.0.0',
  entry: `/remotes/${id}/1.0.0/remoteEntry.js`,
  routes: [],
});
const listing = (...ids: string[]) => JSON.stringify({ format: 1, remotes: ids.map(entryOf) });

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

test('a hand edit is in the page at the next look', async () => {
  const { write, documents } = await released(listing('mfe-one'));
  expect(documents.page()).toContain('mfe-one');
  await write({ 'registry.json': listing('mfe-one', 'mfe-two'), 'config.json': '{"a":1}' });
  expect(documents.page()).toContain('mfe-two');
  expect(documents.page()).toContain('{"a":1}');
  expect(documents.registry()).toContain('mfe-two');
});

test('a broken registry is told once, and the last good one stays in use', async () => {
  const { write, documents, reports } = await released(listing('mfe-one'));
  documents.page();
  await write({ 'registry.json': '{"format":1,' });
  expect(documents.page()).toContain('mfe-one');
  expect(documents.registry()).toContain('mfe-one');
  expect(reports).toHaveLength(1);
  expect(reports[0]).toMatch(/^\/registry\.json: .*JSON.* The last good one stays in use$/);
});

test.each([['{"format":1,'], [undefined]])(
  'with a first registry of %j the page holds an empty one',
  async (registry) => {
    const { documents, reports } = await released(registry);
    expect(documents.page()).toContain('{"format":2,"remotes":[]}');
    expect(reports).toHaveLength(1);
  },
);

test('a badly described remote is left out and named', async () => {
  const registry = JSON.stringify({
    format: 1,
    remotes: [entryOf('mfe-one'), { ...entryOf('mfe-two'), entry: 'nowhere' }],
  });
  const { documents, reports } = await released(registry);
  expect(documents.registry()).not.toContain('mfe-two');
  expect(reports.join()).toContain('mfe-two: entry:');
});

test('a configuration that is taken away is empty again', async () => {
  const { release, write, documents } = await released(listing());
  await write({ 'config.json': '{"apiUrl":"https://api.example"}' });
  expect(documents.config()).toContain('api.example');
  await rm(`${release}/config.json`);
  expect(documents.config()).toBe('{}');
});

test('the default configuration holds while there is no config.json', async () => {
  const { release, write, documents } = await released(listing(), { a: 0 });
  expect(documents.config()).toBe('{"a":0}');
  await write({ 'config.json': '{}' });
  expect(documents.config()).toBe('{}');
  await rm(`${release}/config.json`);
  expect(documents.page()).toContain('{"a":0}');
});
