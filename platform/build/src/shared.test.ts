import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { packageOf, sharedBy, sharedByRemote, sharedNames } from './shared.ts';

const kit = { shared: { jotai: {}, '@host/state': { strictVersion: true } } };

/** A remote's folder, in which version 1.4.2 of every shared package is installed. */
async function remoteWith(manifest: object): Promise<string> {
  const root = await mkdtemp(path.join(tmpdir(), 'patchwork-shared-'));
  onTestFinished(() => rm(root, { recursive: true }));
  for (const name of sharedNames(kit)) {
    const folder = path.join(root, 'node_modules', packageOf(name));
    await mkdir(folder, { recursive: true });
    await writeFile(path.join(folder, 'package.json'), JSON.stringify({ version: '1.4.2' }));
  }
  await writeFile(path.join(root, 'package.json'), JSON.stringify(manifest));
  return root;
}

test.each([
  ['^1.2.0', '^1.2.0'],
  ['>=1.1 <3', '>=1.1 <3'],
  ['workspace:^', '^1.4.2'],
  ['workspace:~', '~1.4.2'],
  ['workspace:*', '1.4.2'],
  ['workspace:^1.2.0', '^1.2.0'],
  ['catalog:', '^1.4.2'],
  ['file:../packages/jotai-1.4.2.tgz', '^1.4.2'],
  ['link:../jotai', '^1.4.2'],
  ['https://registry.example/jotai.tgz', '^1.4.2'],
  ['latest', '^1.4.2'],
  ['npm:@fork/jotai@^1.3.0', '^1.3.0'],
  ['*', '*'],
])('a remote that depends on jotai %s accepts the shell’s copy in %s', async (stated, accepted) => {
  const root = await remoteWith({ dependencies: { jotai: stated } });
  expect(sharedBy(root, kit).jotai).toEqual({
    singleton: true,
    version: '1.4.2',
    requiredVersion: accepted,
  });
});

test('the range of a peer dependency counts, or else that of the installed version', async () => {
  const root = await remoteWith({ peerDependencies: { react: '^1.0.0' } });
  const { react, 'react/': parts, jotai } = sharedBy(root, kit);
  expect(react?.requiredVersion).toBe('^1.0.0');
  expect(parts?.requiredVersion).toBe('^1.0.0');
  expect(jotai?.requiredVersion).toBe('^1.4.2');
});

test('a remote has no copies, and is refused beside an older package that the kit marks', async () => {
  const { jotai, '@host/state': state } = sharedByRemote(await remoteWith({}), kit);
  expect(jotai).toMatchObject({ import: false });
  expect(jotai).not.toHaveProperty('strictVersion');
  expect(state).toMatchObject({ import: false, strictVersion: true });
});

test('a subpath that a package’s main module re-exports gets the shared package', async () => {
  const shared = { jotai: { reexported: ['vanilla'], strictVersion: true } };
  expect(sharedByRemote(await remoteWith({}), { shared })).toMatchObject({
    jotai: { import: false, strictVersion: true },
    'jotai/vanilla': { import: false, singleton: true, strictVersion: true, shareKey: 'jotai' },
  });
});
