import { existsSync } from 'node:fs';
import path from 'node:path';
import { inRelease, readDeclaration } from '@patchwork/build/workspace';
import type { PublishedRemote, Registry } from '@patchwork/federation';
import { ReleaseError, readPort, serve, UsageError } from '@patchwork/release';
import {
  type DeclaredPiece,
  defaultConfig,
  readDeclaredPieces,
  readRemotes,
  type Site,
} from '../pieces.ts';
import { isAddress, readShop } from '../shop/shop.ts';
import {
  expectFreePorts,
  startDevelopment,
  untilListening,
  untilStopped,
} from './development-servers.ts';
import { mirrorShop } from './shop-mirror.ts';

/**
 * Returns a function that reads a remote as its development server serves it: its declaration may be edited meanwhile.
 * Throws if the first declaration is invalid; later mistakes are reported by the development server.
 */
export function declaredRemote(folder: string): () => PublishedRemote {
  function read(): PublishedRemote {
    const declaration = readDeclaration(folder, () => undefined);
    const { id, team, routes, fragments, developmentPort } = declaration;
    const entry = `http://localhost:${developmentPort}/remoteEntry.js`;
    const nothingBuilt = { files: {}, integrity: {}, shared: {} };
    return { id, team, routes, fragments, version: 'development', entry, ...nothingBuilt };
  }
  read();
  return read;
}

const isRelease = (folder: string): boolean => existsSync(path.join(folder, 'index.html'));

/** Finds the folder of a release. The shop's own is published if it is missing; a named one must exist. */
async function findRelease(site: Site, source: string | undefined): Promise<string> {
  if (source !== undefined) {
    if (isRelease(source)) return source;
    throw new ReleaseError(
      `${source} is no release: name a folder that “patchwork publish” has written, or the address of a shop (https://…)`,
    );
  }
  if (!site.isShop) {
    throw new ReleaseError(
      'Name the shop in which the remote is to be shown: --shop https://shop.example, or a release folder',
    );
  }
  const release = path.join(site.root, '.release');
  if (!isRelease(release)) {
    const { releaseAll } = await import('../build/build.ts');
    await releaseAll(site);
  }
  return release;
}

async function findOrigin(site: Site, source: string | undefined): Promise<string> {
  if (source !== undefined && isAddress(source)) return (await readShop(source)).origin;
  const release = await findRelease(site, source);
  const { readSample } = await import('@patchwork/mock-server/sample-answers');
  const { url } = await serve({ release, port: 0, defaultConfig, sample: readSample });
  return url;
}

/** Runs pieces until one of them stops, and says where to look as soon as all of them listen. */
async function run(
  pieces: readonly DeclaredPiece[],
  message: string,
  ...flags: string[]
): Promise<void> {
  const stopped = untilStopped(pieces.map((piece) => startDevelopment(piece, ...flags)));
  await Promise.race([stopped, untilListening(pieces)]);
  console.log(message);
  await stopped;
}

const runInRelease = (piece: DeclaredPiece, message: string): Promise<void> =>
  run([piece], message, '--env-mode', inRelease);

async function developAll(site: Site): Promise<void> {
  const pieces = readDeclaredPieces(site);
  await expectFreePorts(pieces);
  await run(pieces, `Patchwork is open at http://localhost:${pieces[0]?.developmentPort}`);
}

/** Serves one remote's files alone, until it stops: any shop can use them as an override. */
async function serveOne(piece: DeclaredPiece): Promise<void> {
  await expectFreePorts([piece]);
  const address = `http://localhost:${piece.developmentPort}`;
  await runInRelease(
    piece,
    `${piece.name} is served at ${address}: enter that in the devtools panel of a shop`,
  );
}

/**
 * Runs one remote from its development server inside a released shop, until it stops: the
 * workspace's own, or the one at `source`, a folder or an address. The release is not changed: the
 * registry is changed only while it is served, and follows the remote's declaration.
 */
async function developOne(
  site: Site,
  piece: DeclaredPiece,
  source: string | undefined,
): Promise<void> {
  const port = readPort(process.env.PORT, 3000);
  await expectFreePorts([piece]);
  const readRemote = declaredRemote(piece.folder);
  // Leaves out `complete`, which has the last good version of this remote, so that its errors are seen.
  function adjustRegistry({ format, remotes }: Registry): Registry {
    const stable = readRemote();
    const others = remotes.filter(({ id }) => id !== stable.id);
    return { format, remotes: [...others, { id: stable.id, stable, previous: [] }] };
  }
  const shop = await mirrorShop({ origin: await findOrigin(site, source), port, adjustRegistry });
  const others = source === undefined ? '' : `, the rest from ${source}`;
  await runInRelease(
    piece,
    `Patchwork is open at ${shop.url}, with ${piece.name} from its development server${others}`,
  );
}

export interface DevelopOptions {
  /** A remote's id; in the repository of one remote it may be left out. */
  readonly name: string | undefined;
  /** A release folder, or the address of a shop. */
  readonly shop: string | undefined;
  /** Serves the remote's files without a shop around them. */
  readonly remoteOnly: boolean;
}

/** Runs development servers until one of them stops. */
export function develop(site: Site, { name, shop, remoteOnly }: DevelopOptions): Promise<void> {
  if (remoteOnly && shop !== undefined) {
    throw new UsageError('Give --shop or --remote-only, not both');
  }
  if (name === undefined && site.isShop) {
    if (!remoteOnly && shop === undefined) return developAll(site);
    throw new UsageError('Name the remote: only one is developed inside a released shop');
  }
  const remotes = readRemotes(site);
  const remote = name === undefined ? remotes[0] : remotes.find((each) => each.name === name);
  if (!remote) {
    const names = remotes.map((candidate) => candidate.name).join(', ');
    throw new ReleaseError(`There is no remote "${name}". There are: ${names}`);
  }
  return remoteOnly ? serveOne(remote) : developOne(site, remote, shop);
}
