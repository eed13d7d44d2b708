import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { declaredRemote } from './develop.ts';

const declaration = (route: string, port = 3005) =>
  JSON.stringify({
    id: 'mfe-gifts',
    team: 'Gifts',
    developmentPort: port,
    routes: [{ page: 'gifts', path: route, access: 'open', module: './Gifts' }],
  });

async function remoteFolder(text: string) {
  const folder = await mkdtemp(path.join(tmpdir(), 'mfe-gifts-'));
  onTestFinished(() => rm(folder, { recursive: true }));
  await mkdir(path.join(folder, 'src/exposes'), { recursive: true });
  await writeFile(path.join(folder, 'src/exposes/Gifts.tsx'), '');
  const declare = (next: string) => writeFile(path.join(folder, 'remote.json'), next);
  await declare(text);
  return { folder, declare };
}

test('the declaration of a remote is read again each time the remote is asked for', async () => {
  const { folder, declare } = await remoteFolder(declaration('/gifts'));
  const read = declaredRemote(folder);
  expect(read()).toMatchObject({ entry: 'http://localhost:3005/remoteEntry.js' });
  await declare(declaration('/presents', 3006));
  expect(read()).toMatchObject({
    routes: [{ path: '/presents' }],
    entry: 'http://localhost:3006/remoteEntry.js',
  });
});

test.each(['{ "id": ', declaration('gifts')])('after %s the last good one is used', async (bad) => {
  const { folder, declare } = await remoteFolder(declaration('/gifts'));
  const read = declaredRemote(folder);
  await declare(bad);
  expect(read()).toMatchObject({ routes: [{ path: '/gifts' }] });
  await declare(declaration('/presents'));
  expect(read()).toMatchObject({ routes: [{ path: '/presents' }] });
});
