import { execFile } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { promisify } from 'node:util';
import { foldersAround } from '@patchwork/build/workspace';
import { UsageError } from '@patchwork/release';
import * as v from 'valibot';
import { parse } from 'yaml';
import type { Neighbour } from './plan.ts';

export const packageManagers = ['npm', 'pnpm', 'yarn', 'bun'] as const;
export type PackageManager = (typeof packageManagers)[number];

/** A workspace of a package manager, whose packages share a lockfile. */
interface Workspace {
  readonly root: string;
  /** File that lists its packages. */
  readonly file: string;
  readonly patterns: readonly string[];
  readonly manager: PackageManager;
}

/** What is around the folder in which a remote's repository is made. */
export interface Surroundings {
  /** Root of the git repository around it. */
  readonly repository: string | undefined;
  readonly workspace: Workspace | undefined;
}

const lockfiles: Readonly<Record<string, PackageManager>> = {
  'pnpm-lock.yaml': 'pnpm',
  'yarn.lock': 'yarn',
  'bun.lock': 'bun',
  'bun.lockb': 'bun',
  'package-lock.json': 'npm',
};

const patterns = v.array(v.string());

const manifestSchema = v.fallback(
  v.pipe(
    v.string(),
    v.parseJson(),
    v.object({
      // Yarn 1 also has an object.
      workspaces: v.optional(v.union([patterns, v.object({ packages: patterns })])),
      packageManager: v.optional(v.string()),
    }),
  ),
  {},
);

function managerOf(root: string, packageManager = ''): PackageManager {
  const [named = ''] = packageManager.split('@', 1);
  const known = packageManagers.find((manager) => manager === named);
  const locked = Object.entries(lockfiles).find(([file]) => existsSync(path.join(root, file)));
  return known ?? locked?.[1] ?? 'npm';
}

function workspaceAt(root: string): Workspace | undefined {
  const ofPnpm = path.join(root, 'pnpm-workspace.yaml');
  if (existsSync(ofPnpm)) {
    const { packages = [] } = parse(readFileSync(ofPnpm, 'utf8')) ?? {};
    return { root, file: ofPnpm, patterns: packages, manager: 'pnpm' };
  }
  const file = path.join(root, 'package.json');
  if (!existsSync(file)) return undefined;
  const { workspaces, packageManager } = v.parse(manifestSchema, readFileSync(file, 'utf8'));
  if (!workspaces) return undefined;
  const listed = Array.isArray(workspaces) ? workspaces : workspaces.packages;
  return { root, file, patterns: listed, manager: managerOf(root, packageManager) };
}

/** Whether a path matches a pattern of a workspace's packages: '*' stands for a name, '**' for any folders. */
function matches(folder: string, pattern: string): boolean {
  const source = pattern
    .replace(/^\.\//, '')
    .replace(/\/$/, '')
    .replaceAll(/[.+^$()|[\]\\]/g, '\\$&')
    .replaceAll(/\{([^}]*)\}/g, (_all, names: string) => `(?:${names.replaceAll(',', '|')})`)
    .replaceAll(/\*\*?/g, (stars) => (stars === '*' ? '[^/]*' : '.*'));
  return new RegExp(`^${source}$`).test(folder);
}

/** Whether a workspace's patterns include a folder. The last one that matches decides, and '!' excludes. */
export function includes({ root, patterns }: Workspace, folder: string): boolean {
  const relative = path.relative(root, folder).split(path.sep).join('/');
  const last = patterns.findLast((pattern) => matches(relative, pattern.replace(/^!/, '')));
  return last !== undefined && !last.startsWith('!');
}

async function output(folder: string, command: string, ...args: string[]) {
  const run = promisify(execFile)(command, args, { cwd: folder });
  return run.then(
    ({ stdout }) => stdout.trim(),
    () => undefined,
  );
}

export async function readSurroundings(folder: string): Promise<Surroundings> {
  const workspaces = foldersAround(folder).map(workspaceAt);
  const repository = await output(folder, 'git', 'rev-parse', '--show-toplevel');
  return {
    repository: repository && path.resolve(repository),
    workspace: workspaces.find((found) => found !== undefined),
  };
}

/** Whether git ignores a path in a folder. */
export const isIgnored = async (folder: string, name: string): Promise<boolean> =>
  (await output(folder, 'git', 'check-ignore', '--quiet', name)) !== undefined;

export interface Installer {
  readonly manager: PackageManager;
  readonly version: string;
}

/**
 * Chooses the package manager of a new remote's folder: the wanted one, or else that of the workspace around it. Throws
 * a UsageError if it can't be used there.
 */
export async function chooseInstaller(
  folder: string,
  wanted: PackageManager | undefined,
  { workspace }: Surroundings,
): Promise<Installer> {
  if (workspace && !includes(workspace, folder)) {
    throw new UsageError(
      `${workspace.file} lists the packages of a workspace (${workspace.patterns.join(', ')}), and ${path.relative(workspace.root, folder)} is none of them: add it there, or run this elsewhere`,
    );
  }
  const manager = wanted ?? workspace?.manager ?? 'npm';
  if (workspace && manager !== workspace.manager) {
    throw new UsageError(
      `${workspace.root} is a workspace of ${workspace.manager}, whose lockfile ${manager} would not read: leave out --install`,
    );
  }
  const version = await output(workspace?.root ?? path.dirname(folder), manager, '--version');
  if (version !== undefined) return { manager, version };
  throw new UsageError(
    `There is no ${manager} on this machine: install it, or choose another package manager with --install`,
  );
}

/** Whether it is a Yarn after the first, which has settings of its own and installs Plug'n'Play by default. */
export const isBerry = ({ manager, version }: Installer): boolean =>
  manager === 'yarn' && !version.startsWith('1.');

/** Throws a UsageError if the workspace's Yarn installs Plug'n'Play, which the build can't read. */
export function requireLinker(installer: Installer, { workspace }: Surroundings): void {
  if (!workspace || !isBerry(installer)) return;
  const file = path.join(workspace.root, '.yarnrc.yml');
  const { nodeLinker } = (existsSync(file) && parse(readFileSync(file, 'utf8'))) || {};
  if (nodeLinker === 'node-modules' || nodeLinker === 'pnpm') return;
  throw new UsageError(
    `Yarn installs the packages of ${workspace.root} with Plug’n’Play, which the build can’t read: write “nodeLinker: node-modules” into ${file}, and run “yarn install”`,
  );
}

const declared = v.fallback(
  v.pipe(
    v.string(),
    v.parseJson(),
    v.object({
      id: v.string(),
      developmentPort: v.number(),
      routes: v.array(v.object({ page: v.string(), path: v.string() })),
    }),
  ),
  { id: '', developmentPort: 0, routes: [] },
);

/** Returns the remotes that are in the same git repository, tracked or not. Those that can't be read are left out. */
export async function readSiblings({ repository }: Surroundings): Promise<readonly Neighbour[]> {
  if (repository === undefined) return [];
  const listed = ['ls-files', '--cached', '--others', '--exclude-standard', '--', '*remote.json'];
  const files = (await output(repository, 'git', ...listed)) ?? '';
  const found = files
    .split('\n')
    .filter((file) => path.posix.basename(file) === 'remote.json')
    .map((file) => path.join(repository, file))
    .filter((file) => existsSync(file));
  return found
    .map((file) => v.parse(declared, readFileSync(file, 'utf8')))
    .filter(({ id }) => id !== '');
}
