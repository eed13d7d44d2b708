import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { copyFinder } from './copies.ts';

const kit = {
  shared: { jotai: { reexported: ['vanilla'] }, '@host/state': {}, '@host/state/host': {} },
};
const installed = {
  ...{ react: { version: '19.3.1' }, jotai: { version: '2.20.3' } },
  '@host/state': { version: '1.2.0' },
};

const exported = {
  './package.json': './package.json',
  '.': { import: { default: './esm/index.mjs' }, default: './index.js' },
  './*': './esm/*.mjs',
};

/** Files of packages around a remote, and whether each makes a copy. */
const files: readonly [file: string, manifest: object, isCopy: boolean][] = [
  ['node_modules/react/cjs/react.production.js', { name: 'react', version: '19.3.0' }, true],
  ['node_modules/react-18/index.js', { name: 'react', version: '18.3.1' }, false],
  [
    'node_modules/jotai/esm/index.mjs',
    { name: 'jotai', version: '2.20.3', exports: exported },
    true,
  ],
  ['node_modules/jotai/index.js', { name: 'jotai', version: '2.20.3', exports: exported }, true],
  [
    'node_modules/jotai/esm/vanilla.mjs',
    { name: 'jotai', version: '2.20.3', exports: exported },
    true,
  ],
  [
    'node_modules/jotai/esm/vanilla/utils.mjs',
    { name: 'jotai', version: '2.20.3', exports: exported },
    false,
  ],
  [
    'packages/state/src/index.ts',
    { name: '@host/state', version: '1.2.0', exports: './src/index.ts' },
    true,
  ],
  [
    'packages/state/src/host.ts',
    {
      name: '@host/state',
      version: '1.2.0',
      exports: { '.': './src/index.ts', './host': './src/host.ts' },
    },
    true,
  ],
  [
    'packages/state/src/money.ts',
    { name: '@host/state', version: '1.2.0', exports: { '.': './src/index.ts' } },
    false,
  ],
  ['node_modules/react-aria/dist/main.js', { name: 'react-aria', version: '3.0.0' }, false],
  ['mfe-gifts/src/index.tsx', { name: 'mfe-gifts', version: '1.0.0' }, false],
];

test.each(files)('%s of %j makes the remote have a copy: %j', async (file, manifest, isCopy) => {
  const root = await mkdtemp(path.join(tmpdir(), 'patchwork-copies-'));
  onTestFinished(() => rm(root, { recursive: true }));
  const [folder = ''] = /^(?:node_modules\/|packages\/)?[^/]+/.exec(file) ?? [];
  await mkdir(path.join(root, folder, 'esm'), { recursive: true });
  await writeFile(path.join(root, folder, 'package.json'), JSON.stringify(manifest));
  // A package.json without a name only states the format of the files beside it.
  await writeFile(path.join(root, folder, 'esm/package.json'), '{"type":"module"}');
  expect(copyFinder(kit, installed)(path.join(root, file)) !== undefined).toBe(isCopy);
});
