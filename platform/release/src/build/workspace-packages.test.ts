import { mkdir, realpath, symlink } from 'node:fs/promises';
import path from 'node:path';
import { expect, test } from 'vitest';
import { ReleaseError } from '../errors.ts';
import { expectFailure, temporaryFolder, writeFiles } from '../testing/release.ts';
import { workspacePackages } from './workspace-packages.ts';

/** A workspace of npm: a remote, a package beside it, and what npm installs, in the folder around both. */
async function openTeam(dependencies: Record<string, string>) {
  const root = await realpath(await temporaryFolder());
  const shop = 'node_modules/@patchwork/shop';
  await writeFiles(root, {
    'packages/mfe-gifts/package.json': JSON.stringify({ name: 'mfe-gifts', dependencies }),
    'packages/gifts/package.json': JSON.stringify({
      name: '@team/gifts',
      exports: {
        '.': { import: './src/index.ts' },
        './card': { types: './types/card.d.ts', default: './card.js' },
        './icons/*': './icons/*.js',
        './style.css': './style.css',
      },
    }),
    'node_modules/jotai/package.json': '{"name":"jotai","exports":{".":["./index.js"]}}',
    [`${shop}/package.json`]: '{"name":"@patchwork/shop","exports":{".":"./dist/index.js"}}',
    [`${shop}/dist/index.d.ts`]: '',
  });
  await mkdir(path.join(root, 'node_modules/@team'));
  await symlink(path.join(root, 'packages/gifts'), path.join(root, 'node_modules/@team/gifts'));
  return { root, remote: path.join(root, 'packages/mfe-gifts') };
}

test('a remote consists of what its team has written beside it, and the shop’s packages, wherever they are installed', async () => {
  const { root, remote } = await openTeam({
    '@team/gifts': '*',
    '@patchwork/shop': '^1.0.0',
    jotai: '^2',
  });
  const packages = await workspacePackages(remote);
  expect(packages).toEqual([
    { name: 'mfe-gifts', folder: remote, isInstalled: false, modules: {} },
    {
      ...{ name: '@team/gifts', folder: path.join(root, 'packages/gifts'), isInstalled: false },
      modules: {
        '@team/gifts': path.join(root, 'packages/gifts/src/index.ts'),
        '@team/gifts/card': path.join(root, 'packages/gifts/types/card.d.ts'),
      },
    },
    {
      ...{ name: '@patchwork/shop', isInstalled: true },
      folder: path.join(root, 'node_modules/@patchwork/shop'),
      modules: {
        '@patchwork/shop': path.join(root, 'node_modules/@patchwork/shop/dist/index.d.ts'),
      },
    },
  ]);
});

test('a package of the shop that is not installed is named', async () => {
  const { remote } = await openTeam({ '@patchwork/kit': '^1.0.0' });
  await expectFailure(
    workspacePackages(remote),
    ReleaseError,
    `@patchwork/kit, which ${remote}/package.json names, is not installed: install the packages first`,
  );
});
