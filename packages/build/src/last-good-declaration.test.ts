import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { readDeclaration } from './last-good-declaration.ts';

const declaration = (team: string) =>
  JSON.stringify({ id: 'mfe-gifts', team, developmentPort: 3005, routes: [] });

async function remoteFolder(text: string) {
  const folder = await mkdtemp(path.join(tmpdir(), 'mfe-gifts-'));
  onTestFinished(() => rm(folder, { recursive: true }));
  const declare = (next: string) => writeFile(path.join(folder, 'remote.json'), next);
  await declare(text);
  return { folder, declare };
}

test('a restarted server reads the declaration of that moment', async () => {
  const { folder, declare } = await remoteFolder(declaration('Gifts'));
  expect(readDeclaration(folder, expect.unreachable)).toMatchObject({ team: 'Gifts' });
  await declare(declaration('Presents'));
  expect(readDeclaration(folder, expect.unreachable)).toMatchObject({ team: 'Presents' });
});

test.each(['{ "id": ', declaration('')])(
  '%s is reported, and the last good one stays',
  async (bad) => {
    const { folder, declare } = await remoteFolder(declaration('Gifts'));
    const reported: string[] = [];
    readDeclaration(folder, expect.unreachable);
    await declare(bad);
    expect(readDeclaration(folder, (line) => reported.push(line))).toMatchObject({ team: 'Gifts' });
    expect(reported).toEqual([
      expect.stringMatching(
        /^remote\.json can’t be used, so the last good one is: .*(JSON|team has)/,
      ),
    ]);
  },
);

test('an unusable first declaration is thrown', async () => {
  const { folder } = await remoteFolder('{');
  expect(() => readDeclaration(folder, expect.unreachable)).toThrow(/JSON/);
});
