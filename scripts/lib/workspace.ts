import path from 'node:path';
import { remoteFolders, workspaceRemotes } from '@patchwork/build/workspace';
import { ReleaseError } from '@patchwork/release';

export const root = path.resolve(import.meta.dirname, '../..');

/** The release folder that `pnpm start` publishes to and serves. */
export const release = path.join(root, '.release');

/** The runtime configuration of a local shop without a config.json: it shows devtools. */
export const defaultConfig = { devtools: {} };

/** A piece of the shop that is built and released on its own. */
export interface Piece {
  readonly name: string;
  readonly folder: string;
  /** The environments of its Rsbuild configuration that are the federated piece; none: all of them. */
  readonly environments: readonly string[];
}

export interface DeclaredPiece extends Piece {
  readonly developmentPort: number;
  /** The paths that it declares. */
  readonly routes: readonly string[];
}

export const shell: DeclaredPiece = {
  name: 'shell',
  folder: path.join(root, 'shell'),
  developmentPort: 3000,
  routes: [],
  environments: [],
};

const remoteIn = (folder: string): Piece => ({
  name: path.basename(folder),
  folder,
  environments: ['remote'],
});

/** Every remote, with what it declares. Throws a ReleaseError that names the field at fault in one. */
export function readRemotes(workspace = root): readonly DeclaredPiece[] {
  try {
    return workspaceRemotes(workspace).map(({ folder, declaration }) => ({
      ...remoteIn(folder),
      developmentPort: declaration.developmentPort,
      routes: declaration.routes.map(({ path: route }) => route),
    }));
  } catch (error) {
    throw new ReleaseError(error instanceof Error ? error.message : String(error));
  }
}

/** Every piece, with what it declares. Throws as readRemotes does. */
export const readDeclaredPieces = (): readonly DeclaredPiece[] => [shell, ...readRemotes()];

/** Reads no declaration: a mistake in one stops no other piece. */
export const readPieces = (workspace = root): readonly Piece[] => [
  shell,
  ...remoteFolders(workspace).map(remoteIn),
];

/** A tool of the workspace, or of one of its packages. */
export const tool = (name: string, folder = root): string =>
  path.join(folder, 'node_modules/.bin', name);
