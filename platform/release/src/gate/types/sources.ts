import { createHash } from 'node:crypto';
import { readdir, readFile } from 'node:fs/promises';
import path from 'node:path';
import { foldersAround } from '@patchwork/build/workspace';
import type { WorkspacePackage } from '../../build/workspace-packages.ts';

/** Returns the innermost folder that contains both. */
function commonFolder(one: string, other: string): string {
  const from = path.relative(one, other);
  return from === '..' || from.startsWith(`..${path.sep}`)
    ? commonFolder(path.dirname(one), other)
    : one;
}

/**
 * Returns a function that maps a file to its path in a version's types/: below packages/<name>/ for an installed
 * package, else relative to the workspace, or to the folder around it that also contains linked packages.
 */
export function emittedPathOf(workspace: string, packages: readonly WorkspacePackage[]) {
  const installed = packages.filter(({ isInstalled }) => isInstalled);
  const linked = packages.filter(({ isInstalled }) => !isInstalled);
  const root = linked.map(({ folder }) => folder).reduce(commonFolder, workspace);
  return (file: string): { readonly emittedPath: string; readonly isInstalled: boolean } => {
    const owner = installed.find(({ folder }) => file.startsWith(folder + path.sep));
    const from = owner ? owner.folder : root;
    const relative = path.relative(from, file).split(path.sep).join('/');
    return {
      emittedPath: owner ? `packages/${owner.name}/${relative}` : relative,
      isInstalled: owner !== undefined,
    };
  };
}

const lockfiles = ['pnpm-lock.yaml', 'package-lock.json', 'yarn.lock', 'bun.lock', 'bun.lockb'];

/**
 * Returns the contents of the lockfiles that list the installed packages: those of the folder or, in a workspace of npm
 * for example, of the nearest folder around it that has one.
 */
export async function readLockfiles(workspace: string): Promise<Buffer[]> {
  for (const folder of foldersAround(workspace)) {
    const read = lockfiles.map((file) => readFile(path.join(folder, file)).catch(() => undefined));
    const contents = (await Promise.all(read)).filter((content) => content !== undefined);
    if (contents.length > 0) return contents;
  }
  return [];
}

const isSource = (file: string): boolean =>
  /\.(?:tsx?|json)$/.test(file) && !/\.test\.tsx?$/.test(file);

/** Folders of a package that have none of its sources: its builds, and what is installed. */
const isGenerated = /^(?:node_modules|dist|\.)/;

async function filesIn(folder: string): Promise<string[]> {
  const entries = await readdir(folder, { withFileTypes: true });
  const files = entries.map(async (entry) => {
    const name = path.join(folder, entry.name);
    if (!entry.isDirectory()) return [name];
    return isGenerated.test(entry.name) ? [] : filesIn(name);
  });
  return (await Promise.all(files)).flat();
}

/** Returns a piece's declaration files, which files need without importing them: `declare module '*.svg?react'`. */
export const ambientTypesOf = async (piece: string): Promise<string[]> =>
  (await filesIn(path.join(piece, 'src'))).filter((file) => file.endsWith('.d.ts'));

const sourcesOf = async (folder: string): Promise<string[]> =>
  (await filesIn(folder)).filter(isSource).sort();

const extended = /"extends"\s*:\s*(?:"([^"]+)"|\[([^\]]*)\])/;

/** Returns the files that a tsconfig.json extends, directly or indirectly. Those of packages follow the lockfile. */
async function extendedBy(file: string, found = new Set<string>()): Promise<Set<string>> {
  const text = await readFile(file, 'utf8').catch(() => '');
  const [, one, several = ''] = extended.exec(text) ?? [];
  const names =
    one === undefined ? several.split(',').map((name) => name.replaceAll(/[\s"]/g, '')) : [one];
  for (const name of names.filter((each) => /^[./]/.test(each))) {
    const to = path.resolve(path.dirname(file), name.endsWith('.json') ? name : `${name}.json`);
    if (found.has(to)) continue;
    found.add(to);
    await extendedBy(to, found);
  }
  return found;
}

/**
 * Hashes everything that a piece's declarations depend on: the sources and manifests in `folders`, each tsconfig.json
 * with those that it extends, shop.d.ts and the lockfiles. `salt` is the version of the emitted files.
 */
export async function sourceHash(
  workspace: string,
  folders: readonly string[],
  salt: string,
): Promise<string> {
  const hash = createHash('sha256').update(salt);
  const sources = await Promise.all(folders.map(sourcesOf));
  for (const content of await readLockfiles(workspace)) hash.update(content);
  const common = ['tsconfig.json', 'shop.d.ts'].map((file) => path.join(workspace, file));
  const configs = [common[0] ?? '', ...folders.map((folder) => path.join(folder, 'tsconfig.json'))];
  const bases = await Promise.all(configs.map((file) => extendedBy(file)));
  const all = new Set([...common, ...sources.flat(), ...bases.flatMap((files) => [...files])]);
  for (const file of all) {
    const content = await readFile(file).catch(() => Buffer.alloc(0));
    hash.update(`${path.relative(workspace, file)}\0${content.length}\0`).update(content);
  }
  return hash.digest('hex').slice(0, 16);
}
