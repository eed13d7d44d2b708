import { existsSync, readFileSync } from 'node:fs';
import { writeFile } from 'node:fs/promises';
import path from 'node:path';
import {
  readRemoteJson,
  remoteFolders,
  shopTypes,
  workspaceRemotes,
} from '@patchwork/build/workspace';
import { ReleaseError } from '@patchwork/release';

/** A piece of the shop that is built and released on its own. */
export interface Piece {
  readonly name: string;
  readonly folder: string;
  /** Environments of its Rsbuild configuration that make up the federated piece; empty: all of them. */
  readonly environments: readonly string[];
}

export interface DeclaredPiece extends Piece {
  readonly developmentPort: number;
  readonly routes: readonly string[];
}

/** Folder whose pieces the commands build and release. */
export interface Site {
  readonly root: string;
  /** Whether it is the shop's own workspace; else it is the repository of one remote. */
  readonly isShop: boolean;
}

/** The runtime configuration of a local shop without a config.json: it shows devtools. */
export const defaultConfig = { devtools: {} };

const isShopAt = (folder: string): boolean => existsSync(path.join(folder, 'shell/shell.json'));
const isRemoteAt = (folder: string): boolean => existsSync(path.join(folder, 'remote.json'));

/** Returns the shop's workspace or the remote's repository around a folder, if there is one. */
export function findSite(from: string): Site | undefined {
  const above: string[] = [];
  for (let folder = from; folder !== above.at(-1); folder = path.dirname(folder))
    above.push(folder);
  const shop = above.find(isShopAt);
  if (shop !== undefined) return { root: shop, isShop: true };
  const remote = above.find(isRemoteAt);
  return remote === undefined ? undefined : { root: remote, isShop: false };
}

export const shellIn = (root: string): DeclaredPiece => ({
  name: 'shell',
  folder: path.join(root, 'shell'),
  developmentPort: 3000,
  routes: [],
  environments: [],
});

const remoteIn = (folder: string, name = path.basename(folder)): Piece => ({
  name,
  folder,
  environments: ['remote'],
});

/** The id in a remote.json; the folder's name if the file can't be parsed. */
function idIn(folder: string): string {
  try {
    const { id } = JSON.parse(readFileSync(path.join(folder, 'remote.json'), 'utf8'));
    if (typeof id === 'string') return id;
  } catch {
    // The build says later what is wrong with it.
  }
  return path.basename(folder);
}

function declared<Declarations>(read: () => Declarations): Declarations {
  try {
    return read();
  } catch (error) {
    throw new ReleaseError(error instanceof Error ? error.message : String(error));
  }
}

/** Reads remote.json of a remote's folder. Throws a ReleaseError that names the field at fault. */
export const readDeclaration = (folder: string) => declared(() => readRemoteJson(folder));

/** Every remote, with what it declares. Throws a ReleaseError that names the file and the field at fault. */
export function readRemotes({ root, isShop }: Site): readonly DeclaredPiece[] {
  const found = isShop
    ? declared(() => workspaceRemotes(root))
    : [{ folder: root, declaration: readDeclaration(root) }];
  return found.map(({ folder, declaration }) => ({
    ...remoteIn(folder, declaration.id),
    developmentPort: declaration.developmentPort,
    routes: declaration.routes.map(({ path: route }) => route),
  }));
}

/** Every piece, with what it declares. Throws as readRemotes does. */
export const readDeclaredPieces = (site: Site): readonly DeclaredPiece[] => [
  ...(site.isShop ? [shellIn(site.root)] : []),
  ...readRemotes(site),
];

/**
 * Lists every piece without reading declarations, except the id of a remote in its own repository: a mistake in one
 * declaration stops no other piece.
 */
export const readPieces = ({ root, isShop }: Site): readonly Piece[] =>
  isShop
    ? [shellIn(root), ...remoteFolders(root).map((folder) => remoteIn(folder))]
    : [remoteIn(root, idIn(root))];

/** Path of a tool that is installed in a folder. */
export const tool = (name: string, folder: string): string =>
  path.join(folder, 'node_modules/.bin', name);

/** Path of shop.d.ts, which is generated from the remotes' declarations, and committed. */
export const shopTypesFile = (workspace: string): string => path.join(workspace, 'shop.d.ts');

export const currentShopTypes = (workspace: string): string =>
  shopTypes(workspaceRemotes(workspace).map(({ declaration }) => declaration));

export const writeShopTypes = (workspace: string): Promise<void> =>
  writeFile(shopTypesFile(workspace), currentShopTypes(workspace));
