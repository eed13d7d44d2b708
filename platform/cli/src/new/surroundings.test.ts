import { realpath } from 'node:fs/promises';
import path from 'node:path';
import { temporaryFolder, writeFiles } from '@patchwork/release/testing';
import { expect, test } from 'vitest';
import { includes, readSurroundings, requireLinker } from './surroundings.ts';

async function workspaceWith(files: Record<string, string>) {
  const root = await realpath(await temporaryFolder());
  await writeFiles(root, { 'apps/one/README.md': '', ...files });
  const surroundings = await readSurroundings(path.join(root, 'apps/one'));
  return { root, surroundings };
}

const listed = '{"workspaces":["apps/*"]}';

test.each([
  [{ 'package.json': listed, 'package-lock.json': '' }, 'npm'],
  [{ 'package.json': listed }, 'npm'],
  [{ 'package.json': '{"workspaces":{"packages":["apps/*"]}}', 'yarn.lock': '' }, 'yarn'],
  [{ 'package.json': listed, 'bun.lock': '' }, 'bun'],
  [{ 'package.json': '{"workspaces":["apps/*"],"packageManager":"yarn@4.18.1"}' }, 'yarn'],
  [{ 'package.json': '{}', 'pnpm-workspace.yaml': 'packages:\n  - apps/*\n' }, 'pnpm'],
  [{ 'package.json': '{"name":"alone"}', 'package-lock.json': '' }, undefined],
])('the workspace of %j is one of %s', async (files, manager) => {
  const { root, surroundings } = await workspaceWith(files);
  expect(surroundings.workspace?.manager).toBe(manager);
  if (manager) expect(surroundings.workspace).toMatchObject({ root, patterns: ['apps/*'] });
});

test.each([
  [['apps/*'], 'apps/mfe-x', true],
  [['./apps/*/'], 'apps/mfe-x', true],
  [['apps/*'], 'apps/deep/mfe-x', false],
  [['apps/**'], 'apps/deep/mfe-x', true],
  [['{apps,libs}/mfe-*'], 'libs/mfe-x', true],
  [['apps/*', '!apps/mfe-x'], 'apps/mfe-x', false],
  [['a.ps/*'], 'apps/mfe-x', false],
  [[], 'apps/mfe-x', false],
])('a workspace with the patterns %j includes %s: %j', (patterns, folder, isIncluded) => {
  const workspace = { root: '/team', file: '', patterns, manager: 'npm' } as const;
  expect(includes(workspace, path.join('/team', folder))).toBe(isIncluded);
});

test.each([
  ['', '4.18.1', false],
  ['nodeLinker: pnp', '4.18.1', false],
  ['nodeLinker: node-modules', '4.18.1', true],
  ['', '1.22.22', true],
])(
  'a workspace of Yarn with the settings “%s” and version %s may be used: %j',
  async (settings, version, isAllowed) => {
    const { surroundings } = await workspaceWith({
      ...{ 'package.json': listed, 'yarn.lock': '', '.yarnrc.yml': settings },
    });
    const check = () => requireLinker({ manager: 'yarn', version }, surroundings);
    if (isAllowed) expect(check).not.toThrow();
    else
      expect(check).toThrow(
        /write “nodeLinker: node-modules” into \S+\.yarnrc\.yml, and run “yarn install”/,
      );
  },
);
