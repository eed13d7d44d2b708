import { type ChildProcess, execFile } from 'node:child_process';
import { cp, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { promisify } from 'node:util';
import { findPnpm } from '../../scripts/lib/workspace.ts';
import { hashFiles } from '../release-folder.ts';

const workspace = path.resolve(import.meta.dirname, '../..');

/** Matches the names of files that are made from the sources, or are no part of them. */
const made = /^(?:node_modules|dist|dist-standalone|test-results|\..+)$/;
const copied = ['.changeset', '.nvmrc', '.gitignore', '.dependency-cruiser.cjs', '.github'];

function isSource(file: string): boolean {
  const name = path.basename(file);
  return copied.includes(name) || !made.test(name);
}

export interface WorkspaceCopy {
  readonly folder: string;
  /** Runs pnpm in the copy; returns its output. Rejects with the output when it fails. */
  pnpm: (...args: string[]) => Promise<string>;
  /** Runs a tool that is installed in the copy; resolves and rejects as `pnpm` does. */
  run: (tool: string, ...args: string[]) => Promise<string>;
  /** Returns the hashes of the source files, by path. */
  sources: () => Promise<Record<string, string>>;
  remove: () => Promise<void>;
}

/** Runs a command; returns its output. Rejects with the output when it fails. */
export async function runIn(
  folder: string,
  command: string,
  args: readonly string[],
  variables: NodeJS.ProcessEnv = {},
): Promise<string> {
  try {
    const env = { ...process.env, NO_COLOR: '1', FORCE_COLOR: undefined, ...variables };
    const { stdout, stderr } = await promisify(execFile)(command, args, { cwd: folder, env });
    return stdout + stderr;
  } catch (error) {
    const { stdout = '', stderr = '' } = error as { stdout?: string; stderr?: string };
    throw new Error(`${command} ${args.join(' ')} failed:\n${stdout}${stderr}`, { cause: error });
  }
}

/** Copies the workspace's sources into a temporary folder, and installs their packages with pnpm. */
export async function copyWorkspace(): Promise<WorkspaceCopy> {
  const folder = await mkdtemp(path.join(tmpdir(), 'patchwork-workspace-'));
  await cp(workspace, folder, {
    recursive: true,
    filter: (file) => file === workspace || isSource(file),
  });
  const [pnpm, ...first] = findPnpm();
  await runIn(folder, pnpm, [...first, 'install', '--prefer-offline', '--no-frozen-lockfile']);
  return {
    folder,
    pnpm: (...args) => runIn(folder, pnpm, [...first, ...args]),
    run: (tool, ...args) => runIn(folder, path.join(folder, 'node_modules/.bin', tool), args),
    sources: () => hashFiles(folder, (file) => file.split(path.sep).every(isSource)),
    // A tool that still runs after another one has failed may add files meanwhile.
    remove: () => rm(folder, { recursive: true, force: true, maxRetries: 10 }),
  };
}

/** Resolves to the address that `pnpm dev` prints when the shop is open. Rejects if the process ends before. */
export const addressOf = (shop: ChildProcess): Promise<string> =>
  new Promise((resolve, reject) => {
    let said = '';
    const collect = (data: Buffer) => {
      said += data;
      const [, address] = /Patchwork is open at (\S+),/.exec(said) ?? [];
      if (address !== undefined) resolve(address);
    };
    shop.stdout?.on('data', collect);
    shop.stderr?.on('data', collect);
    shop.once('close', () => reject(new Error(`pnpm dev ended:\n${said}`)));
  });
