import { existsSync, readFileSync } from 'node:fs';
import { writeFile } from 'node:fs/promises';
import path from 'node:path';
import {
  findCommand,
  type Kit,
  missingTypes,
  readKit as readKitIn,
  readRemoteJson,
  remoteFolders,
  shopTypes,
  workspaceRemotes,
  writeTexts,
} from '@patchwork/build/workspace';
import { ReleaseError } from '@patchwork/release';
import * as v from 'valibot';

/** A piece of the shop, which is built and released independently. */
export interface Piece {
  readonly name: string;
  readonly folder: string;
  /** Rsbuild environments of the federated build; empty means all. */
  readonly environments: readonly string[];
}

export interface DeclaredPiece extends Piece {
  readonly developmentPort: number;
  readonly routes: readonly string[];
}

/** A folder with pieces to build and release. */
export interface Site {
  readonly root: string;
  /** Whether the folder is the shop's workspace rather than a single remote's repository. */
  readonly isShop: boolean;
}

/** Runtime configuration of a local shop without a config.json. It enables devtools. */
export const defaultConfig = { devtools: {} };

const isShopAt = (folder: string): boolean => existsSync(path.join(folder, 'shell/shell.json'));
const isRemoteAt = (folder: string): boolean => existsSync(path.join(folder, 'remote.json'));

/** Returns the shop's workspace around a folder, else the remote's repository around it; undefined without either. */
export function findSite(from: string): Site | undefined {
  const above: string[] = [];
  for (let folder = from; folder !== above.at(-1); folder = path.dirname(folder))
    above.push(folder);
  const shop = above.find(isShopAt);
  if (shop !== undefined) return { root: shop, isShop: true };
  const remote = above.find(isRemoteAt);
  return remote === undefined ? undefined : { root: remote, isShop: false };
}

const ownShop = v.fallback(
  v.pipe(v.string(), v.parseJson(), v.object({ patchwork: v.object({ shop: v.string() }) })),
  { patchwork: { shop: '' } },
);

/** Returns the shop of a remote's repository, `patchwork.shop` in its package.json; undefined if there is none. */
export function shopOf({ root, isShop }: Site): string | undefined {
  if (isShop) return undefined;
  const file = path.join(root, 'package.json');
  const text = existsSync(file) ? readFileSync(file, 'utf8') : '';
  return v.parse(ownShop, text).patchwork.shop || undefined;
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

/** Returns the id in a folder's remote.json, or the folder's name if the id can't be read. */
export function idIn(folder: string): string {
  try {
    const { id } = JSON.parse(readFileSync(path.join(folder, 'remote.json'), 'utf8'));
    if (typeof id === 'string') return id;
  } catch {
    // The build reports the problem later.
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

/** Returns the kit of a workspace or repository. Throws a ReleaseError if it can't be loaded. */
export async function readKit(root: string): Promise<Kit> {
  return readKitIn(root).catch((error: Error) => {
    throw new ReleaseError(error.message);
  });
}

/** Reads the remote.json in a folder. Throws a ReleaseError that names the missing file or the invalid field. */
export const readDeclaration = (folder: string) => declared(() => readRemoteJson(folder));

/** Returns all remotes, with the port and routes that each declares. Throws as readDeclaration does. */
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

/** Returns all pieces, with the port and routes that each declares. Throws as readDeclaration does. */
export const readDeclaredPieces = (site: Site): readonly DeclaredPiece[] => [
  ...(site.isShop ? [shellIn(site.root)] : []),
  ...readRemotes(site),
];

/**
 * Lists all pieces without reading declarations, except the id in a single remote's repository. A mistake in one
 * declaration thus doesn't affect other pieces.
 */
export const readPieces = ({ root, isShop }: Site): readonly Piece[] =>
  isShop
    ? [shellIn(root), ...remoteFolders(root).map((folder) => remoteIn(folder))]
    : [remoteIn(root, idIn(root))];

/** Returns the path of a command that a folder's packages, or those of the workspace around it, have installed. */
export function tool(name: string, folder: string): string {
  const found = findCommand(folder, name);
  if (found !== undefined) return found;
  throw new ReleaseError(`“${name}” is not installed in ${folder}: install its packages first`);
}

/** Returns the path of shop.d.ts, which is generated from the remotes' declarations and committed. */
export const shopTypesFile = (workspace: string): string => path.join(workspace, 'shop.d.ts');

export const currentShopTypes = (workspace: string): string =>
  shopTypes(workspaceRemotes(workspace).map(({ declaration }) => declaration));

/** Writes shop.d.ts, and the texts that are generated from the messages of the remotes and of the kit's folders. */
export async function writeShopTypes(workspace: string): Promise<void> {
  await writeFile(shopTypesFile(workspace), currentShopTypes(workspace));
  const { messages = [] } = await readKit(workspace);
  for (const folder of [...remoteFolders(workspace), ...messages])
    declared(() => writeTexts(folder));
}

/** Says that shop.d.ts lacks something that remotes declare; undefined if it doesn't. */
export function shopTypesProblem({ root, isShop }: Site): string | undefined {
  const file = shopTypesFile(root);
  const text = existsSync(file) ? readFileSync(file, 'utf8') : '';
  const declared = isShop
    ? workspaceRemotes(root).map(({ declaration }) => declaration)
    : [readRemoteJson(root)];
  const missing = missingTypes(text, declared);
  if (missing.length === 0) return undefined;
  return `shop.d.ts lacks ${missing.join(', ')}: code that names it has type errors until you run “${isShop ? 'pnpm types' : 'patchwork types'}”`;
}
