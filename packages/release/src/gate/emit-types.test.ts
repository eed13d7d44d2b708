import { appendFile, readFile, rm, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { expect, test } from 'vitest';
import { listFiles } from '../bytes/files.ts';
import { writeFiles } from '../testing.ts';
import { emitTypes } from './emit-types.ts';
import { change, smallWorkspace } from './testing.ts';
import { type TypesIndex, typesIndexFile } from './types/types-index.ts';

// The compiler reads React's types and the browser's.
const time = 60_000;

async function emitted(workspace: string, piece: string) {
  const { types: folder } = await emitTypes(workspace, path.join(workspace, piece));
  const index = JSON.parse(await readFile(path.join(folder, typesIndexFile), 'utf8'));
  return { folder, index: index as TypesIndex };
}

test('a remote’s types are what it exposes and what it imports', { timeout: time }, async () => {
  const { folder, index } = await emitted(await smallWorkspace(), 'mfe-shop');
  expect(await listFiles(folder)).toEqual([
    'index.json',
    'mfe-shop/src/exposes/Bar.d.ts',
    'mfe-shop/src/exposes/Home.d.ts',
    'packages/router/src/index.d.ts',
    'packages/shop/src/index.d.ts',
  ]);
  const by = 'mfe-shop/src/exposes/Home.tsx';
  expect(index).toMatchObject({
    modules: { './Home': 'mfe-shop/src/exposes/Home.d.ts' },
    packages: { '@patchwork/shop': 'packages/shop/src/index.d.ts' },
    imports: {
      '@patchwork/shop': { addToCart: by, products: by, useLocation: by },
    },
  });
});

test('a shell’s types are its contract, and all that it shares', { timeout: time }, async () => {
  const { folder, index } = await emitted(await smallWorkspace(), 'shell');
  expect(await listFiles(folder)).toEqual([
    'index.json',
    'packages/router/src/index.d.ts',
    'packages/shop/src/index.d.ts',
    'shell/src/app/contract.d.ts',
  ]);
  expect(index).toMatchObject({
    modules: { './contract': 'shell/src/app/contract.d.ts' },
    imports: {},
  });
});

test('in a repository of its own a remote’s types have those of its installed packages', {
  timeout: time,
}, async () => {
  const repository = await smallWorkspace();
  const installed = 'node_modules/@patchwork/shop';
  await rm(path.join(repository, 'mfe-shop', installed));
  await writeFiles(path.join(repository, 'mfe-shop'), {
    'package.json': JSON.stringify({
      name: 'gifts',
      version: '1.0.0',
      dependencies: { '@patchwork/shop': '^1.0.0', react: '^19.0.0' },
    }),
    [`${installed}/package.json`]: JSON.stringify({
      name: '@patchwork/shop',
      version: '1.0.0',
      exports: { '.': './dist/index.js', './package.json': './package.json' },
    }),
    [`${installed}/dist/index.js`]: 'export const products = [];',
    [`${installed}/dist/index.d.ts`]: "export { products } from './products.js';",
    [`${installed}/dist/products.d.ts`]: 'export declare const products: readonly string[];',
    [`${installed}/dist/other.d.ts`]: 'export declare const other: string;',
    'src/exposes/Home.tsx':
      "import { products } from '@patchwork/shop';\nexport const Component = () => products[0];",
    'tsconfig.json': await readFile(path.join(repository, 'tsconfig.json'), 'utf8'),
  });
  const root = path.join(repository, 'mfe-shop');
  const { types: folder } = await emitTypes(root, root);
  expect(await listFiles(folder)).toEqual([
    'index.json',
    'packages/@patchwork/shop/dist/index.d.ts',
    'packages/@patchwork/shop/dist/products.d.ts',
    'src/exposes/Bar.d.ts',
    'src/exposes/Home.d.ts',
  ]);
  const index = JSON.parse(await readFile(path.join(folder, typesIndexFile), 'utf8'));
  expect(index).toMatchObject({
    modules: { './Home': 'src/exposes/Home.d.ts' },
    packages: { '@patchwork/shop': 'packages/@patchwork/shop/dist/index.d.ts' },
    imports: { '@patchwork/shop': { products: 'src/exposes/Home.tsx' } },
  });
});

test('the same sources are compiled once', { timeout: time }, async () => {
  const workspace = await smallWorkspace();
  const first = await emitted(workspace, 'mfe-shop');
  expect(await emitted(workspace, 'mfe-shop')).toEqual(first);
});

test('another package changes the types of the pieces made of it', { timeout: time }, async () => {
  const workspace = await smallWorkspace();
  const before = await emitted(workspace, 'mfe-shop');
  await change(path.join(workspace, 'packages/shop/src/index.ts'), 'price', 'cost');
  const after = await emitted(workspace, 'mfe-shop');
  expect(after.folder).not.toBe(before.folder);
  expect(after.index.hash).not.toBe(before.index.hash);
});

test('what shows in no type leaves the types the same', { timeout: time }, async () => {
  const workspace = await smallWorkspace();
  const before = await emitted(workspace, 'mfe-shop');
  await change(path.join(workspace, 'packages/router/src/index.ts'), "'/'", "'/start'");
  const after = await emitted(workspace, 'mfe-shop');
  expect(after.folder).not.toBe(before.folder);
  expect(after.index.hash).toBe(before.index.hash);
});

test('a module without a source file is named', async () => {
  const workspace = await smallWorkspace();
  await change(path.join(workspace, 'mfe-shop/remote.json'), './Bar', './Baz');
  await expect(emitted(workspace, 'mfe-shop')).rejects.toThrow(
    /remote\.json names \.\/Baz, but src\/exposes\/Baz\.tsx is missing$/,
  );
});

test('a module whose types can’t be written down is named, with the reason', {
  timeout: time,
}, async () => {
  const workspace = await smallWorkspace();
  const state = path.join(workspace, 'packages/shop/src');
  await writeFile(
    path.join(state, 'lock.ts'),
    'interface Key { readonly code: number }\nexport const lock = { open: (key: Key) => key };\n',
  );
  await appendFile(
    path.join(state, 'index.ts'),
    "import { lock } from './lock.ts';\nexport const door = { ...lock };\n",
  );
  await expect(emitted(workspace, 'shell')).rejects.toThrow(
    /packages\/shop\/src\/index\.ts: .*'door' has or is using name 'Key'/,
  );
});
