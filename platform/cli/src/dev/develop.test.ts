import { temporaryFolder, writeFiles } from '@patchwork/release/testing';
import { expect, test } from 'vitest';
import { declaredRemote } from './develop.ts';

const declaration = (route: string) =>
  JSON.stringify({
    id: 'mfe-gifts',
    team: 'Gifts',
    developmentPort: 3005,
    routes: [{ page: 'gifts', path: route, access: 'open', module: './Gifts' }],
  });

async function remoteFolder(text: string) {
  const folder = await temporaryFolder();
  const declare = (next: string) => writeFiles(folder, { 'remote.json': next });
  await writeFiles(folder, { 'src/exposes/Gifts.tsx': '', 'remote.json': text });
  return { folder, declare };
}

test('the declaration of a remote is read again each time the remote is asked for', async () => {
  const { folder, declare } = await remoteFolder(declaration('/gifts'));
  const read = declaredRemote(folder, 3006);
  expect(read()).toMatchObject({ routes: [{ path: '/gifts' }] });
  await declare(declaration('/presents'));
  expect(read()).toMatchObject({
    routes: [{ path: '/presents' }],
    entry: 'http://localhost:3006/remoteEntry.js',
  });
});

test.each(['{ "id": ', declaration('gifts')])('after %s the last good one is used', async (bad) => {
  const { folder, declare } = await remoteFolder(declaration('/gifts'));
  const read = declaredRemote(folder, 3006);
  await declare(bad);
  expect(read()).toMatchObject({ routes: [{ path: '/gifts' }] });
  await declare(declaration('/presents'));
  expect(read()).toMatchObject({ routes: [{ path: '/presents' }] });
});
