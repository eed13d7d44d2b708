import { mkdir, mkdtemp, realpath, rm, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { findCommand, findPackage, findScope, installProblem } from './installed.ts';

/** Creates these empty files in a folder, and returns its path. */
async function folderWith(...files: readonly string[]): Promise<string> {
  const root = await realpath(await mkdtemp(path.join(tmpdir(), 'patchwork-installed-')));
  onTestFinished(() => rm(root, { recursive: true }));
  for (const file of files) {
    await mkdir(path.dirname(path.join(root, file)), { recursive: true });
    await writeFile(path.join(root, file), '');
  }
  return root;
}

test('a package is found in the remote’s folder, or else in the nearest one around it', async () => {
  const root = await folderWith(
    'packages/mfe-gifts/node_modules/jotai/package.json',
    // A folder without package.json is not a package: some tools keep their caches there.
    'packages/mfe-gifts/node_modules/react/cache',
    ...['jotai', 'react'].map((name) => `node_modules/${name}/package.json`),
  );
  const remote = path.join(root, 'packages/mfe-gifts');
  expect(findPackage(remote, 'jotai')).toBe(path.join(remote, 'node_modules/jotai'));
  expect(findPackage(remote, 'react')).toBe(path.join(root, 'node_modules/react'));
  expect(findPackage(remote, '@patchwork/absent')).toBeUndefined();
});

test('what a linked package imports is found from its real folder, as pnpm and bun install it', async () => {
  const store = 'node_modules/.pnpm/kit@1/node_modules';
  const root = await folderWith(
    `${store}/@patchwork/kit/package.json`,
    `${store}/@patchwork/shop/package.json`,
    'mfe-gifts/node_modules/.keep',
  );
  const linked = path.join(root, 'mfe-gifts/node_modules/kit');
  await symlink(path.join(root, store, '@patchwork/kit'), linked);
  expect(findPackage(linked, '@patchwork/shop')).toBe(path.join(root, store, '@patchwork/shop'));
});

test('commands and scopes are found around the remote, too', async () => {
  const root = await folderWith(
    'node_modules/.bin/rsbuild',
    'node_modules/@patchwork/shop/package.json',
    'mfe-gifts/node_modules/@patchwork/kit/package.json',
  );
  const remote = path.join(root, 'mfe-gifts');
  expect(findCommand(remote, 'rsbuild')).toBe(path.join(root, 'node_modules/.bin/rsbuild'));
  expect(findCommand(remote, 'absent')).toBeUndefined();
  expect(findScope(remote, '@patchwork').map((folder) => path.relative(root, folder))).toEqual([
    path.join('mfe-gifts/node_modules/@patchwork/kit'),
    path.join('node_modules/@patchwork/shop'),
  ]);
});

test('Plug’n’Play is refused, with the setting that ends it', () => {
  expect(installProblem({ ...process.versions, pnp: '3' })).toMatch(
    /Write “nodeLinker: node-modules” into \.yarnrc\.yml, and run: yarn install$/,
  );
  expect(installProblem()).toBeUndefined();
});
