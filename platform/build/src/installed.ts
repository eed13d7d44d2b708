import { existsSync, readdirSync, realpathSync } from 'node:fs';
import path from 'node:path';

function withParents(folder: string): string[] {
  const parent = path.dirname(folder);
  return parent === folder ? [folder] : [folder, ...withParents(parent)];
}

/** Returns a folder and all folders around it, the nearest first. Symbolic links are resolved, as Node does. */
export const foldersAround = (folder: string): string[] => withParents(realpathSync(folder));

/** Returns the existing paths in the `node_modules` of the folder `from` and of those around it, the nearest first. */
const findInstalled = (from: string, below: string): string[] =>
  foldersAround(from)
    .map((folder) => path.join(folder, 'node_modules', below))
    .filter((file) => existsSync(file));

/** Returns the folder of a package as Node finds it from the folder `from`; undefined if it is not installed. */
export function findPackage(from: string, name: string): string | undefined {
  const [manifest] = findInstalled(from, path.join(name, 'package.json'));
  return manifest === undefined ? undefined : path.dirname(manifest);
}

/** Returns the path of an installed command as npm finds it from the folder `from`; undefined if there is none. */
export const findCommand = (from: string, name: string): string | undefined =>
  findInstalled(from, path.join('.bin', name))[0];

/** Returns the folders of all packages of a scope, such as '@patchwork', as Node finds them from the folder `from`. */
export const findScope = (from: string, scope: string): string[] =>
  findInstalled(from, scope).flatMap((folder) =>
    readdirSync(folder)
      .sort()
      .map((name) => path.join(folder, name)),
  );

/**
 * Says how to install the packages in folders if this process runs under Yarn's Plug'n'Play, which keeps them in
 * archives that only Node and tools that know it can read; undefined if not.
 */
export const installProblem = ({ pnp }: NodeJS.ProcessVersions = process.versions) =>
  pnp === undefined
    ? undefined
    : 'Yarn has installed the packages with Plug’n’Play, so there is no node_modules for builds and checks to read. Write “nodeLinker: node-modules” into .yarnrc.yml, and run: yarn install';
