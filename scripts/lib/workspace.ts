import path from 'node:path';
import { workspaceRemotes } from '@patchwork/build/workspace';

export const root = path.resolve(import.meta.dirname, '../..');

/** Where `pnpm start` publishes to, and what it serves. */
export const release = path.join(root, '.release');

/** What a local shop is told where its release holds no config.json: its developer may look inside. */
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

/** Every folder that declares itself with a remote.json. */
export const remotes: readonly Piece[] = workspaceRemotes(root).map(({ folder, declaration }) => ({
  name: path.basename(folder),
  folder,
  developmentPort: declaration.developmentPort,
  routes: declaration.routes.map(({ path: route }) => route),
  target: ['--environment', 'remote'],
}));

export const pieces: readonly Piece[] = [shell, ...remotes];

/** A tool of the workspace, or of one of its packages. */
export const tool = (name: string, folder = root): string =>
  path.join(folder, 'node_modules/.bin', name);
