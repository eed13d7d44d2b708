import { execFile, execFileSync } from 'node:child_process';
import { cp, mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { promisify } from 'node:util';
import { hashFiles } from './release-bytes.ts';

const workspace = path.resolve(import.meta.dirname, '../..');

/** What is made from the sources, or is no part of them. */
const made = /^(?:node_modules|dist|dist-standalone|test-results|\..+)$/;
const copied = ['.nvmrc', '.gitignore', '.dependency-cruiser.cjs', '.github'];

function isSource(file: string): boolean {
  const name = path.basename(file);
  return copied.includes(name) || !made.test(name);
}

export interface WorkspaceCopy {
  readonly folder: string;
  /** Runs pnpm in the copy; returns its output. Rejects with the output when it fails. */
  pnpm: (...args: string[]) => Promise<string>;
  /** A tool of the copy, the same way. */
  run: (tool: string, ...args: string[]) => Promise<string>;
  /** By path, the hash of each source file. */
  sources: () => Promise<Record<string, string>>;
  remove: () => Promise<void>;
}

/** pnpm as it runs this test, or as package.json names it. */
export async function findPnpm(): Promise<[command: string, ...args: string[]]> {
  try {
    execFileSync('pnpm', ['--version'], { stdio: 'ignore' });
    return ['pnpm'];
  } catch {
    const { packageManager } = JSON.parse(
      await readFile(path.join(workspace, 'package.json'), 'utf8'),
    );
    return ['npx', '--yes', packageManager];
  }
}

/** Runs a command; returns its output. Rejects with the output when it fails. */
export async function runIn(
  folder: string,
  command: string,
  args: readonly string[],
): Promise<string> {
  try {
    const env = { ...process.env, NO_COLOR: '1', FORCE_COLOR: undefined };
    const { stdout, stderr } = await promisify(execFile)(command, args, { cwd: folder, env });
    return stdout + stderr;
  } catch (error) {
    const { stdout = '', stderr = '' } = error as { stdout?: string; stderr?: string };
    throw new Error(`${command} ${args.join(' ')} failed:\n${stdout}${stderr}`, { cause: error });
  }
}

/** The workspace's sources in a folder of their own, with their packages linked from pnpm's store. */
export async function copyWorkspace(): Promise<WorkspaceCopy> {
  const folder = await mkdtemp(path.join(tmpdir(), 'patchwork-workspace-'));
  await cp(workspace, folder, {
    recursive: true,
    filter: (file) => file === workspace || isSource(file),
  });
  const [pnpm, ...first] = await findPnpm();
  await runIn(folder, pnpm, [...first, 'install', '--prefer-offline', '--no-frozen-lockfile']);
  return {
    folder,
    pnpm: (...args) => runIn(folder, pnpm, [...first, ...args]),
    run: (tool, ...args) => runIn(folder, path.join(folder, 'node_modules/.bin', tool), args),
    sources: () => hashFiles(folder, (file) => file.split(path.sep).every(isSource)),
    // A tool that still runs after another one failed adds files meanwhile.
    remove: () => rm(folder, { recursive: true, force: true, maxRetries: 10 }),
  };
}
