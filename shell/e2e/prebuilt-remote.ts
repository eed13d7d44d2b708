import { execFile } from 'node:child_process';
import { cp, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { promisify } from 'node:util';
import { runCommandLine } from '@patchwork/cli';
import { readSample } from '@patchwork/mock-server/sample-answers';
import { createGate, createLoading } from '@patchwork/release';

export const workspace = path.resolve(import.meta.dirname, '../..');

/** Runs `pnpm release` for a team with tools of its own. Returns the exit code, and what was written on the terminal. */
export async function runRelease(release: string, ...args: string[]) {
  const said: string[] = [];
  const write = (text: string) => void said.push(text);
  const code = await runCommandLine(args, {
    site: undefined,
    readPieces: () => [],
    release,
    from: workspace,
    gate: createGate(workspace),
    load: createLoading(readSample),
    author: async () => ({ who: 'A team elsewhere <team@shop.example>' }),
    typesOf: async () => ({}),
    build: async () => undefined,
    terminal: { out: write, err: write, isWatched: false, hasColours: false },
  });
  return { code, said: said.join('') };
}

/** A copy, outside of the workspace, of the example that no bundler makes. */
export async function copyPlainExample() {
  const home = await mkdtemp(path.join(tmpdir(), 'patchwork-elsewhere-'));
  const folder = path.join(home, 'mfe-size-guide');
  await cp(path.join(workspace, 'examples/mfe-size-guide'), folder, { recursive: true });
  return {
    folder,
    /** Replaces a text in one of its files. */
    async change(name: string, from: string, to: string) {
      const file = path.join(folder, name);
      const text = await readFile(file, 'utf8');
      if (!text.includes(from)) throw new Error(`${name} has no “${from}”`);
      await writeFile(file, text.replaceAll(from, to));
    },
    build: () => promisify(execFile)(process.execPath, [path.join(folder, 'build.mjs')]),
    remove: () => rm(home, { recursive: true }),
  };
}
