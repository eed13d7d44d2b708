import { cp, mkdtemp, readFile, rm, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { runCommandLine } from '@patchwork/cli';
import { readKit } from '@patchwork/cli/pieces';
import { createGate, createSmokeTest } from '@patchwork/release';
import { findPnpm } from '../../scripts/lib/workspace.ts';
import { runIn } from './workspace-copy.ts';

const workspace = path.resolve(import.meta.dirname, '../..');
const examples = path.join(workspace, 'examples');

/** Runs `pnpm release` for a team with tools of its own. Returns the exit code and what was written to the terminal. */
export async function runRelease(release: string, ...args: string[]) {
  const said: string[] = [];
  const write = (text: string) => void said.push(text);
  const code = await runCommandLine(args, {
    site: undefined,
    readPieces: () => [],
    release,
    from: workspace,
    gate: createGate(workspace),
    smokeTest: createSmokeTest(await readKit(workspace)),
    author: async () => ({ who: 'A team elsewhere <team@shop.example>' }),
    typesOf: async () => ({}),
    build: async () => undefined,
    terminal: { out: write, err: write, isWatched: false, hasColours: false },
  });
  return { code, said: said.join('') };
}

const made = /^(?:node_modules|dist)$/;

/** Copies an example to a folder outside of the workspace. Its installed packages are linked. */
export async function copyExample(name: string) {
  const original = path.join(examples, name);
  const home = await mkdtemp(path.join(tmpdir(), 'patchwork-elsewhere-'));
  const folder = path.join(home, name);
  await cp(original, folder, {
    recursive: true,
    filter: (file) => !made.test(path.basename(file)),
  });
  await symlink(path.join(original, 'node_modules'), path.join(folder, 'node_modules'));
  return {
    folder,
    /** Replaces a text in a file of the copy. Rejects if the file doesn't contain the text. */
    async change(name: string, from: string, to: string) {
      const file = path.join(folder, name);
      const text = await readFile(file, 'utf8');
      if (!text.includes(from)) throw new Error(`${name} has no “${from}”`);
      await writeFile(file, text.replaceAll(from, to));
    },
    // Built with npm, as pnpm would install into the folder that is linked.
    build: () => runIn(folder, 'npm', ['run', 'build']),
    test: () => runIn(folder, 'npm', ['test']),
    remove: () => rm(home, { recursive: true }),
  };
}

export const copyPlainExample = () => copyExample('mfe-size-guide');

/** Installs what the examples whose names match a pattern of pnpm need, in the versions of their lockfile. */
export async function installExamples(pattern: string): Promise<void> {
  const [pnpm, ...first] = findPnpm();
  const wishes = ['--frozen-lockfile', '--prefer-offline', '--filter', pattern];
  await runIn(examples, pnpm, [...first, 'install', ...wishes]);
}
