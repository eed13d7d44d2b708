import { readFile, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { expect, test, vi } from 'vitest';
import { workspacePackages } from '../../build/workspace-packages.ts';
import { createEmitter } from '../../compiler.ts';
import { change, smallWorkspace, state } from '../../testing/gate.ts';
import { temporaryFolder, writeFiles } from '../../testing/release.ts';
import { emit } from './emit.ts';
import { openKnownResults } from './known-results.ts';

// Timeout in ms: the compiler reads React's types and the browser's.
const time = 120_000;

const linking = `
import type { PathTo } from '@patchwork/domain';
import { products } from '@patchwork/shop';
import { label } from './label.ts';
declare const pathTo: PathTo;
type Note = import('./note.ts').Note;
const note: Note = { text: label };
const later = async () => (await import(\`./later.ts\`)).later.toFixed();
export const Component = () => <a href={pathTo('cart')} onClick={later}>{products[0]?.price}{note.text}</a>;`;

const files = {
  'mfe-shop/src/exposes/Home.tsx': "export { Component } from '../linking.tsx';",
  'mfe-shop/src/linking.tsx': linking,
  'mfe-shop/src/label.ts': "export const label = ['Buy'].join('');",
  'mfe-shop/src/note.ts': 'export interface Note { readonly text: string }',
  'mfe-shop/src/later.ts': 'export const later = 1;',
  // Imports nothing.
  'mfe-shop/src/exposes/Bar.tsx': `
const word: keyof PatchworkWords = 'buy';
export const Component = ({ title = null }: { title?: string | null }) => <b>{title}{word}</b>;`,
  'packages/shop/src/index.ts': `${state}
declare global { interface PatchworkWords { readonly buy: string } }`,
};

const changes: [what: string, file: string, from: string, to: string][] = [
  ['the file itself', 'mfe-shop/src/linking.tsx', "'cart'", "'login'"],
  ['a file that it imports', 'mfe-shop/src/label.ts', "['Buy'].join('')", '1'],
  ['a file whose type it imports', 'mfe-shop/src/note.ts', 'text: string', 'text: number'],
  ['a file that it loads later', 'mfe-shop/src/later.ts', '= 1', "= '1'"],
  ['a package', 'packages/shop/src/index.ts', 'price: number', 'cost: number'],
  ['a package of a package', 'packages/router/src/index.ts', 'pathname: string', 'path: string'],
  ['the pages', 'shop.d.ts', 'cart: object;', ''],
  ['global types of a package', 'packages/shop/src/index.ts', 'readonly buy', 'readonly sell'],
  ['the compiler’s options', 'tsconfig.json', '"jsx":"react-jsx"', '"jsx":"react"'],
];

/** Emits the remote’s types with what `cache` knows, and again without. */
async function emitTwice(workspace: string, cache: string) {
  const piece = path.join(workspace, 'mfe-shop');
  const pieces = [{ piece, packages: await workspacePackages(piece) }];
  const [known] = await emit(workspace, pieces, ['@patchwork/shop'], cache);
  const [fresh] = await emit(workspace, pieces, ['@patchwork/shop'], await temporaryFolder());
  return { known, fresh };
}

test('what was known before a change of anything that a file depends on is never used', {
  timeout: time,
}, async () => {
  const workspace = await smallWorkspace(files);
  const cache = await temporaryFolder();
  const before = await emitTwice(workspace, cache);
  expect(before.known).toEqual(before.fresh);
  expect(before.fresh?.findings).toEqual([]);
  for (const [what, file, from, to] of changes) {
    const text = await readFile(path.join(workspace, file), 'utf8');
    await change(path.join(workspace, file), from, to);
    const { known, fresh } = await emitTwice(workspace, cache);
    expect(fresh, `${what} changes the result`).not.toEqual(before.fresh);
    expect(known, `${what} has changed`).toEqual(fresh);
    await writeFile(path.join(workspace, file), text);
    const again = await emitTwice(workspace, cache);
    expect(again.known, `${what} is as before`).toEqual(before.fresh);
  }
});

test('a new file with global types is noticed by files that do not import it', {
  timeout: time,
}, async () => {
  const workspace = await smallWorkspace(files);
  const cache = await temporaryFolder();
  await emitTwice(workspace, cache);
  await writeFiles(workspace, {
    'mfe-shop/src/note.ts':
      "import './globals.ts';\nexport interface Note { readonly text: string }",
    'mfe-shop/src/globals.ts':
      'declare global { interface Array<T> { at(index: "first"): T } interface ReadonlyArray<T> { price: T } }\nexport {};',
  });
  const { known, fresh } = await emitTwice(workspace, cache);
  expect(known).toEqual(fresh);
});

async function openFor(workspace: string, file: string) {
  const piece = path.join(workspace, 'mfe-shop');
  const root = path.join(piece, 'src/label.ts');
  const emitter = createEmitter(workspace, [root], {});
  const source = emitter.program.getSourceFile(root);
  if (!source) throw new Error(`${root} is not in the program`);
  const packages = await workspacePackages(piece);
  return { known: await openKnownResults(file, emitter, workspace, packages), source };
}

test.each([
  ['of an unchanged file is not computed again', '', 1],
  ['that is not kept is computed in each run', 'unkept', 2],
  ['in a damaged cache is computed again', 'damaged', 2],
])('a result %s', { timeout: time }, async (_what, how, times) => {
  const workspace = await smallWorkspace(files);
  const file = path.join(await temporaryFolder(), 'known.json');
  const compute = vi.fn(() => ['a']);
  for (const run of [1, 2]) {
    const { known, source } = await openFor(workspace, file);
    expect(known.of('letters', source, compute, () => how !== 'unkept')).toEqual(['a']);
    await known.save();
    if (how === 'damaged' && run === 1) await writeFile(file, '{"letters":');
  }
  expect(compute).toHaveBeenCalledTimes(times);
});
