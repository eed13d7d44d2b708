import { existsSync } from 'node:fs';
import path from 'node:path';
import { inRelease, readDeclaration } from '@patchwork/build/workspace';
import type { PublishedRemote, Registry } from '@patchwork/host';
import { SERVED_API } from '@patchwork/host/served-api';
import { ReleaseError, readPort, serve, UsageError } from '@patchwork/release';
import {
  type DeclaredPiece,
  defaultConfig,
  readDeclaredPieces,
  readKit,
  readRemotes,
  type Site,
} from '../pieces.ts';
import { isAddress, readShop } from '../shop/shop.ts';
import {
  atFreePort,
  expectFreePorts,
  isFree,
  nextFreePort,
  startDevelopment,
  untilListening,
  untilStopped,
} from './development-servers.ts';
import { mirrorShop } from './shop-mirror.ts';

/**
 * Returns a function that describes a remote as its development server serves it at a port, from the current
 * remote.json. Throws an Error if remote.json is already invalid. If an edit breaks it later, the function uses the last
 * valid declaration, and the development server reports the mistake.
 */
export function declaredRemote(folder: string, port: number): () => PublishedRemote {
  function read(): PublishedRemote {
    const declaration = readDeclaration(folder, () => undefined);
    const { id, team, routes, fragments, apis, rights } = declaration;
    const entry = `http://localhost:${port}/remoteEntry.js`;
    const nothingBuilt = { files: {}, integrity: {}, shared: {} };
    const declared = { id, team, routes, fragments, rights, ...(apis && { apis }) };
    return { ...declared, version: 'development', entry, ...nothingBuilt };
  }
  read();
  return read;
}

const isRelease = (folder: string): boolean => existsSync(path.join(folder, 'index.html'));

/**
 * Returns the release folder to use: `source`, which must be a release, or the shop's own, which is published if
 * missing.
 */
async function findRelease(site: Site, source: string | undefined): Promise<string> {
  if (source !== undefined) {
    if (isRelease(source)) return source;
    throw new ReleaseError(
      `${source} is not a release: name a folder that “patchwork publish” has written, or the address of a shop (https://…)`,
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
  const { readSample } = await readKit(site.root);
  const { url } = await serve({ release, port: 0, defaultConfig, sample: readSample });
  return url;
}

/** Runs pieces' development servers until one of them stops. Prints the message as soon as all are ready. */
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
  run([piece], message, '--env-mode', inRelease, '--port', String(piece.developmentPort));

async function developAll(site: Site): Promise<void> {
  const pieces = readDeclaredPieces(site);
  await expectFreePorts(pieces);
  await run(pieces, `Patchwork is open at http://localhost:${pieces[0]?.developmentPort}`);
}

/** Serves one remote's files for use as an override in any shop, until its development server stops. */
async function serveOne(declared: DeclaredPiece): Promise<void> {
  const piece = await atFreePort(declared);
  const address = `http://localhost:${piece.developmentPort}`;
  await runInRelease(
    piece,
    `${piece.name} is served at ${address}: enter that in the devtools panel of a shop`,
  );
}

/** Returns a remote's own APIs as ones that a server answers, not the mock. */
const servedApis = ({ apis = {} }: PublishedRemote): Record<string, string> =>
  Object.fromEntries(Object.entries(apis).map(([base, module]) => [base, SERVED_API + module]));

/**
 * Serves a released shop with one remote from its development server, until that server stops. The shop is the
 * workspace's own, or the one at `source`, a release folder or a URL. The release itself isn't changed, only the
 * responses: their registry names the development server, and follows edits of remote.json.
 */
async function developOne(
  site: Site,
  remote: DeclaredPiece,
  { shop: source, mock, backend }: DevelopOptions,
): Promise<void> {
  const wanted = readPort(process.env.PORT, 3000);
  // Beside another shop on this machine, unless a port was chosen. Not the next port, which remotes have.
  const port = process.env.PORT || (await isFree(wanted)) ? wanted : await nextFreePort(3100);
  const piece = await atFreePort(remote);
  const readRemote = declaredRemote(piece.folder, piece.developmentPort);
  // Leaves out `complete`: the complete registry has a last good version of this remote, which would hide its errors.
  function adjustRegistry({ format, remotes }: Registry): Registry {
    const declared = readRemote();
    const stable = backend === undefined ? declared : { ...declared, apis: servedApis(declared) };
    const others = remotes.filter(({ id }) => id !== stable.id);
    return { format, remotes: [...others, { id: stable.id, stable, previous: [] }] };
  }
  const shop = await mirrorShop({
    ...{ origin: await findOrigin(site, source), port, adjustRegistry, backend },
    ...(mock && { onMock: (await readKit(site.root)).onMock ?? ((config) => config) }),
    ownPaths: () => Object.keys(readRemote().apis ?? {}),
  });
  const others = source === undefined ? '' : `, the rest from ${source}`;
  await runInRelease(
    piece,
    `Patchwork is open at ${shop.url}, with ${piece.name} from its development server${others}`,
  );
}

export interface DevelopOptions {
  /** Remote to develop. Undefined means all pieces of the workspace, or a repository's only remote. */
  readonly name: string | undefined;
  /** Shop that shows the remote: a release folder or a URL. Undefined means the workspace's own release folder. */
  readonly shop: string | undefined;
  /** Whether to serve only the remote's files, without a shop. */
  readonly remoteOnly: boolean;
  /** Whether the mock answers all calls, also in a shop with an API. */
  readonly mock: boolean;
  /** Address of the server of the remote's own API; undefined if the mock answers it. */
  readonly backend: string | undefined;
}

/** Runs development servers, and rejects when one of them stops. Throws a ReleaseError for unusable options. */
export function develop(site: Site, options: DevelopOptions): Promise<void> {
  const { name, shop, remoteOnly, mock, backend } = options;
  if (remoteOnly && (mock || backend !== undefined)) {
    throw new UsageError('Give --mock or --backend without --remote-only, which serves no shop');
  }
  if (remoteOnly && shop !== undefined) {
    throw new UsageError('Give --shop or --remote-only, not both');
  }
  if (name === undefined && site.isShop) {
    if (!remoteOnly && shop === undefined && !mock && backend === undefined) {
      return developAll(site);
    }
    throw new UsageError('Name the remote: only one is developed inside a released shop');
  }
  const remotes = readRemotes(site);
  const remote = name === undefined ? remotes[0] : remotes.find((each) => each.name === name);
  if (!remote) {
    const names = remotes.map((candidate) => candidate.name).join(', ');
    throw new ReleaseError(`There is no remote "${name}". There are: ${names}`);
  }
  return remoteOnly ? serveOne(remote) : developOne(site, remote, options);
}
