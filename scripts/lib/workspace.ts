import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import path from 'node:path';
import {
  defaultConfig,
  type Piece,
  readPieces as piecesIn,
  type Site,
  shellIn,
  tool as toolIn,
} from '@patchwork/cli/pieces';

export { defaultConfig, type Piece };

export const root = path.resolve(import.meta.dirname, '../..');

export const site: Site = { root, isShop: true };

/** Templates of new remotes, which import this shop. They are published with the command line. */
export const templates = path.join(root, 'examples/templates');

/** Release folder that `pnpm start` publishes to and serves. */
export const release = path.join(root, '.release');

export const shell = shellIn(root);

export const readPieces = () => piecesIn(site);

/** Returns the path of a command-line tool that the workspace or one of its packages has installed. */
export const tool = (name: string, folder = root): string => toolIn(name, folder);

/** Returns the command for pnpm: `pnpm` if it is on the PATH, otherwise npx with the version in package.json. */
export function findPnpm(): [command: string, ...args: string[]] {
  try {
    execFileSync('pnpm', ['--version'], { stdio: 'ignore' });
    return ['pnpm'];
  } catch {
    const text = readFileSync(path.join(root, 'package.json'), 'utf8');
    return ['npx', '--yes', String(JSON.parse(text).packageManager)];
  }
}
