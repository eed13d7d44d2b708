import { readFile } from 'node:fs/promises';
import path from 'node:path';
import { createGate, emitTypes, publish } from '@patchwork/release';
import { buildShell, contextOf, temporaryFolder, writeFiles } from '@patchwork/release/testing';
import { change, smallWorkspace } from '@patchwork/release/testing-gate';
import { expect, test } from 'vitest';
import { pullTypes } from './pull-types.ts';

// Timeout in ms: the compiler reads React's types and the browser's.
const time = 120_000;

test('a repository gets the pages, the slots and the names that are live, and learns what is missing', {
  timeout: time,
}, async () => {
  const workspace = await smallWorkspace();
  const shell = path.join(workspace, 'shell');
  await writeFiles(shell, { 'shell.json': '{"slots":{"bar":"many"}}' });
  const release = path.join(await temporaryFolder(), '.release');
  const { types } = await emitTypes(workspace, shell);
  const manifest = await readFile(path.join(shell, 'package.json'), 'utf8');
  await buildShell(shell);
  const context = contextOf(release, { gate: createGate(workspace) });
  await publish(context, [{ name: 'shell', folder: shell, types }]);
  // The remote was made with a package that has one name more than the live shell's.
  const remote = path.join(workspace, 'mfe-shop');
  const state = path.join(workspace, 'packages/shop/src/index.ts');
  await writeFiles(remote, {
    'tsconfig.json': await readFile(path.join(workspace, 'tsconfig.json'), 'utf8'),
    'src/slots.ts': 'export interface SlotProps {}',
  });
  await change(state, 'export const later = 1;', 'export const newest = 1;');
  const home = path.join(remote, 'src/exposes/Home.tsx');
  await change(home, 'addToCart, products', 'addToCart, newest, products');
  await change(home, '{pathname}', '{pathname + newest}');
  const pulled = await pullTypes(remote, release);
  expect(pulled).toMatchObject({
    exposes: ['./Bar', './Home'],
    imports: { '@patchwork/shop': ['addToCart', 'newest', 'products', 'useLocation'] },
    missing: ['@patchwork/shop: newest'],
  });
  const text = await readFile(path.join(remote, 'shop.d.ts'), 'utf8');
  expect(text).toContain('home: object;');
  expect(text).toMatch(
    /'bar': \{ readonly "title": string; readonly "onClose": \(\(\) => void\) \};/,
  );
  expect(text).toContain("'@patchwork/shop': 'addToCart' | 'later' | 'products' | 'useLocation';");
  // What was described before is not used for another shell.
  await pullTypes(remote, release);
  expect(await readFile(path.join(remote, 'shop.d.ts'), 'utf8')).toBe(text);
  await change(state, 'export const newest = 1;', 'export const last = 1;');
  await change(path.join(shell, 'src/app/contract.ts'), 'readonly title', 'readonly heading');
  const built = await readFile(path.join(shell, 'package.json'), 'utf8');
  await writeFiles(shell, { 'package.json': manifest });
  const next = await emitTypes(workspace, shell);
  await writeFiles(shell, { 'package.json': built, 'dist/static/js/index.2.js': 'next()' });
  await publish(context, [{ name: 'shell', folder: shell, types: next.types }]);
  await pullTypes(remote, release);
  const pulledAgain = await readFile(path.join(remote, 'shop.d.ts'), 'utf8');
  expect(pulledAgain).toContain("'addToCart' | 'last' | 'products'");
  expect(pulledAgain).toContain('readonly "heading": string');
});
