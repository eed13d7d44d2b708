import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { readDeclaration } from './last-good-declaration.ts';

const declaration = (team: string) =>
  JSON.stringify({ id: 'mfe-gifts', team, developmentPort: 3005, routes: [], exposes: {} });

async function remoteFolder(text: string) {
  const folder = await mkdtemp(path.join(tmpdir(), 'mfe-gifts-'));
  onTestFinished(() => rm(folder, { recursive: true }));
  const declare = (next: string) => writeFile(path.join(folder, 'remote.json'), next);
  await declare(text);
  return { folder, declare };
}

test('a server that is started anew gets the declaration as it is then', async () => {
  const { folder, declare } = await remoteFolder(declaration('Gifts'));
  expect(readDeclaration(folder, expect.unreachable)).toMatchObject({ team: 'Gifts' });
  await declare(declaration('Presents'));
  expect(readDeclaration(folder, expect.unreachable)).toMatchObject({ team: 'Presents' });
});

test.each(['{ "id": ', declaration('')])('%s is said, and the last good one stays', async (bad) => {
  const { folder, declare } = await remoteFolder(declaration('Gifts'));
  const said: string[] = [];
  readDeclaration(folder, expect.unreachable);
  await declare(bad);
  expect(readDeclaration(folder, (line) => said.push(line))).toMatchObject({ team: 'Gifts' });
  expect(said).toEqual([expect.stringMatching(/^remote\.json can’t be used.*(JSON|team has)/)]);
});

test('a first one that can’t be used is thrown', async () => {
  const { folder } = await remoteFolder('{');
  expect(() => readDeclaration(folder, expect.unreachable)).toThrow(/JSON/);
});
