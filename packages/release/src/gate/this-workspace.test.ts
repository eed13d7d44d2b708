import { readFileSync } from 'node:fs';
import { cp, readFile } from 'node:fs/promises';
import path from 'node:path';
import { workspaceRemotes } from '@patchwork/build/workspace';
import ts from 'typescript';
import { beforeAll, expect, test } from 'vitest';
import { listFiles } from '../folder/files.ts';
import { temporaryFolder } from '../testing.ts';
import { checkTogether } from './check.ts';
import { nameOf, type RemoteVersion, type ShellVersion } from './findings.ts';
import { checkTypes } from './rules/types.ts';
import { change, liveWith, remoteVersion, shellVersion, thisWorkspace } from './testing.ts';
import { emitAllTypes } from './types/emit-types.ts';

// The compiler reads every package of this workspace.
const time = 180_000;

const declared = workspaceRemotes(thisWorkspace);

const { slots } = JSON.parse(readFileSync(path.join(thisWorkspace, 'shell/shell.json'), 'utf8'));

/** By piece, the folder of its declarations. */
const emitted = new Map<string, string>();

beforeAll(async () => {
  const pieces = [...declared.map(({ folder }) => folder), path.join(thisWorkspace, 'shell')];
  const all = await emitAllTypes(thisWorkspace, pieces);
  for (const [index, { types }] of all.entries()) {
    emitted.set(path.basename(pieces[index] ?? ''), types);
  }
}, time);

async function copyTypes(piece: string): Promise<string> {
  const folder = await temporaryFolder();
  await cp(emitted.get(piece) ?? '', path.join(folder, 'types'), { recursive: true });
  return folder;
}

const publishedShell = async (): Promise<ShellVersion> =>
  shellVersion({ folder: await copyTypes('shell'), slots });

async function publishedRemotes(...ids: string[]): Promise<RemoteVersion[]> {
  const wanted = declared.filter(({ declaration: { id } }) => ids.length === 0 || ids.includes(id));
  return Promise.all(
    wanted.map(async ({ folder, declaration: { id, routes, fragments } }) =>
      remoteVersion({ id, routes, fragments }, await copyTypes(path.basename(folder))),
    ),
  );
}

async function messages(shell: ShellVersion, remotes: readonly RemoteVersion[]) {
  const verdicts = await temporaryFolder();
  const live = liveWith({ shell, remotes, changed: new Set(remotes.map(nameOf)) });
  const types = { workspace: thisWorkspace, verdicts };
  return (await checkTypes(live, types)).map(({ rule, message }) => `${rule}: ${message}`);
}

const inTypes = ({ folder }: { folder: string }, file: string) => path.join(folder, 'types', file);

test('the pieces of this workspace fit', { timeout: time }, async () => {
  const [shell, remotes] = [await publishedShell(), await publishedRemotes()];
  expect(await messages(shell, remotes)).toEqual([]);
  const live = liveWith({ shell, remotes, changed: new Set(remotes.map(nameOf)) });
  const types = { workspace: thisWorkspace, verdicts: await temporaryFolder() };
  expect(await checkTogether(live, types)).toEqual([]);
});

// TypeScript lets a method take less than before. Biome's rule sees no class, and no inferred type.
test('no type of this workspace has a method', async () => {
  const methods: string[] = [];
  for (const folder of emitted.values()) {
    for (const file of await listFiles(folder)) {
      const text = await readFile(path.join(folder, file), 'utf8');
      const visit = (node: ts.Node): void => {
        if (ts.isMethodSignature(node) || ts.isMethodDeclaration(node)) {
          methods.push(`${file}: ${text.slice(node.pos, node.end).trim()}`);
        }
        ts.forEachChild(node, visit);
      };
      visit(ts.createSourceFile(file, text, ts.ScriptTarget.Latest));
    }
  }
  expect(methods).toEqual([]);
});

type Broken = readonly [
  what: string,
  changed: 'shell' | 'mfe-devtools',
  file: string,
  changes: readonly (readonly [from: string, to: string])[],
  remote: string,
  message: RegExp,
];

test.each<Broken>([
  [
    'a prop of the devtools’ panel with another name',
    'mfe-devtools',
    'packages/devtools-bridge/src/inspection.d.ts',
    [['onClose', 'onDismiss']],
    'mfe-devtools',
    /^exposed types: types\/mfe-devtools\/src\/exposes\/Panel\.d\.ts of mfe-devtools 1\.1\.0-a+: \.\/Panel is not what shell 1\.0\.0-b+ expects in its slot “devtools”\. Property 'onDismiss' is missing in type 'the shell’s DevtoolsPanelProps' but required in type 'the remote’s DevtoolsPanelProps'\./,
  ],
  [
    'a shell whose remote controls take less',
    'shell',
    'packages/devtools-bridge/src/inspection.d.ts',
    [
      [
        'setBreakage: (remoteId: string, breakage: Breakage | null)',
        "setBreakage: (remoteId: 'mfe-x', breakage: Breakage)",
      ],
    ],
    'mfe-devtools',
    /in its slot “devtools”\. Type 'string' is not assignable to type '"mfe-x"'\./,
  ],
  [
    'a shell whose state has lost what the catalogue imports',
    'shell',
    'packages/shop/src/index.d.ts',
    [[' wishlistAtom,', '']],
    'mfe-catalog',
    /^imported names: mfe-catalog\/src\/\S+ of mfe-catalog 1\.1\.0-a+ imports wishlistAtom from @patchwork\/shop, which shell 1\.0\.0-b+ does not have in its copy/,
  ],
  [
    'a shell whose router returns something else',
    'shell',
    'packages/router/src/index.d.ts',
    [
      [' useLocation,', ''],
      [
        'export type {',
        'export declare function useLocation(): { readonly path: string };\nexport type {',
      ],
    ],
    'mfe-catalog',
    /^imported names: mfe-catalog\/src\/\S+ of mfe-catalog 1\.1\.0-a+ imports useLocation from @patchwork\/shop, which shell 1\.0\.0-b+ gives another type\. Type '\{ readonly path: string; \}' is missing the following properties from type 'Location<any>': .*pathname/,
  ],
])('%s', { timeout: time }, async (_what, changed, file, changes, id, expected) => {
  const [shell, [remote]] = [await publishedShell(), await publishedRemotes(id)];
  if (!remote) throw new Error(`there is no ${id}`);
  const declarations = inTypes(changed === 'shell' ? shell : remote, file);
  for (const [from, to] of changes) await change(declarations, from, to);
  expect(await messages(shell, [remote])).toEqual([expect.stringMatching(expected)]);
});

test('a shell whose products have another price', { timeout: time }, async () => {
  const shell = await publishedShell();
  await change(inTypes(shell, 'packages/domain/src/product.d.ts'), 'price: number', 'price: Date');
  const found = await messages(shell, await publishedRemotes('mfe-account', 'mfe-catalog'));
  expect(found.filter((message) => message.includes('mfe-account'))).toEqual([]);
  const refusal = found.find((message) => message.includes('productsAtom'));
  expect(refusal).toContain(
    "Type 'the shell’s Product' is not assignable to type 'the remote’s Product'. Types of property 'price' are incompatible. Type 'Date' is not assignable to type 'number'.",
  );
});

test('a shell whose API answers to a login without a token', { timeout: time }, async () => {
  const shell = await publishedShell();
  await change(inTypes(shell, 'packages/domain/src/user.d.ts'), 'token: string', 'token: number');
  const found = await messages(shell, await publishedRemotes('mfe-account'));
  expect(found.find((message) => message.includes("Api['login']"))).toContain(
    "Type 'number' is not assignable to type 'string'",
  );
});
