import { readFileSync } from 'node:fs';
import { cp, readFile } from 'node:fs/promises';
import path from 'node:path';
import { workspaceRemotes } from '@patchwork/build/workspace';
import ts from 'typescript';
import { beforeAll, expect, test } from 'vitest';
import { listFiles } from '../release-folder/files.ts';
import { change, liveWith, remoteVersion, shellVersion, thisWorkspace } from '../testing/gate.ts';
import { temporaryFolder } from '../testing/release.ts';
import { checkTogether } from './check.ts';
import { nameOf, type RemoteVersion, type ShellVersion } from './live.ts';
import { checkTypes } from './rules/types.ts';
import { emitAllTypes } from './types/emit-types.ts';

// Timeout in milliseconds: the compiler reads every package of this workspace.
const time = 180_000;

const declared = workspaceRemotes(thisWorkspace);

const { slots } = JSON.parse(readFileSync(path.join(thisWorkspace, 'shell/shell.json'), 'utf8'));

/** Folders of declarations, by piece. */
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
  const release = await temporaryFolder();
  const live = liveWith({ shell, remotes, changed: new Set(remotes.map(nameOf)) });
  const types = { workspace: thisWorkspace, release };
  return (await checkTypes(live, types)).map(({ rule, message }) => `${rule}: ${message}`);
}

const inTypes = ({ folder }: { folder: string }, file: string) => path.join(folder, 'types', file);

test('the pieces of this workspace fit together', { timeout: time }, async () => {
  const [shell, remotes] = [await publishedShell(), await publishedRemotes()];
  expect(await messages(shell, remotes)).toEqual([]);
  const live = liveWith({ shell, remotes, changed: new Set(remotes.map(nameOf)) });
  const types = { workspace: thisWorkspace, release: await temporaryFolder() };
  expect(await checkTogether(live, types)).toEqual([]);
});

// TypeScript accepts a method that takes less than before. Biome's rule sees neither classes nor inferred types.
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

test('a devtools panel with a renamed prop is refused', { timeout: time }, async () => {
  const [shell, remotes] = [await publishedShell(), await publishedRemotes('mfe-devtools')];
  for (const remote of remotes) {
    const file = inTypes(remote, 'kit/devtools/inspection.d.ts');
    await change(file, 'onClose', 'onDismiss');
  }
  expect((await messages(shell, remotes)).join()).toMatch(
    /^exposed types: types\/mfe-devtools\/src\/exposes\/Panel\.d\.ts of mfe-devtools 1\.1\.0-a+: \.\/Panel is not what shell 1\.0\.0-b+ expects in its slot “devtools”\. Property 'onDismiss' is missing/,
  );
});

test('a shell that gives prices another type is refused', { timeout: time }, async () => {
  const shell = await publishedShell();
  await change(inTypes(shell, 'shop/domain/src/product.d.ts'), 'price: number', 'price: Date');
  const found = await messages(shell, await publishedRemotes('mfe-account', 'mfe-catalog'));
  expect(found.filter((message) => message.includes('mfe-account'))).toEqual([]);
  const refusal = found.find((message) => message.includes('productsAtom'));
  expect(refusal).toContain(
    "Type 'the shell’s Product' is not assignable to type 'the remote’s Product'. Types of property 'price' are incompatible. Type 'Date' is not assignable to type 'number'.",
  );
});
