import path from 'node:path';
import { workspaceRemotes } from '@patchwork/build/workspace';
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
  readonly developmentPort: number;
  /** The paths that it declares. */
  readonly routes: readonly string[];
  /** The arguments that make Rsbuild work on the federated piece, not on its stand-alone page. */
  readonly target: readonly string[];
}

export const shell: Piece = {
  name: 'shell',
  folder: path.join(root, 'shell'),
  developmentPort: 3000,
  routes: [],
  target: [],
};

/** Every folder with a remote.json. Throws a ReleaseError that names the field at fault in one. */
export function readRemotes(workspace = root): readonly Piece[] {
  try {
    return workspaceRemotes(workspace).map(({ folder, declaration }) => ({
      name: path.basename(folder),
      folder,
      developmentPort: declaration.developmentPort,
      routes: declaration.routes.map(({ path: route }) => route),
      target: ['--environment', 'remote'],
    }));
  } catch (error) {
    throw new ReleaseError(error instanceof Error ? error.message : String(error));
  }
}

export const readPieces = (): readonly Piece[] => [shell, ...readRemotes()];

/** A tool of the workspace, or of one of its packages. */
export const tool = (name: string, folder = root): string =>
  path.join(folder, 'node_modules/.bin', name);
