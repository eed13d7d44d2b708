import path from 'node:path';
import { listFolders } from './files.ts';

/** Name of the shell as a piece. All other pieces are remotes, named by their ids. */
export const shellName = 'shell';

const remotesFolder = (release: string): string => path.join(release, 'remotes');

const folderOfPiece = (release: string, name: string): string =>
  path.join(name === shellName ? release : remotesFolder(release), name);

export const folderOfVersion = (release: string, name: string, version: string): string =>
  path.join(folderOfPiece(release, name), version);

/** Returns the folder of the build whose entry a version has: the version's own, or that of a language in it. */
export function folderOfBuild(
  release: string,
  { id, version, entry }: { readonly id: string; readonly version: string; readonly entry: string },
): string {
  // '/remotes/<id>/<version>/hi/remoteEntry.js'
  const [, , , , ...folders] = path.posix.dirname(entry).split('/');
  return path.join(folderOfVersion(release, id, version), ...folders);
}

/** Returns the names of the pieces in a release folder, the shell first. A piece may have no versions. */
export const pieceNames = async (release: string): Promise<string[]> => [
  shellName,
  ...(await listFolders(remotesFolder(release))),
];

/** Returns the names of a piece's published versions, sorted as text; none for an unknown piece. */
export async function publishedVersions(release: string, name: string): Promise<string[]> {
  // The name may come from the command line: '../shell' is not a remote.
  const isPiece = (await pieceNames(release)).includes(name);
  return isPiece ? listFolders(folderOfPiece(release, name)) : [];
}

/** Matches paths in the root of a release folder that the release itself uses, and their compressed copies. */
const taken =
  /^(?:(?:(?:registry|config|owners)\.json|_headers(?:\.nginx\.conf)?)(?:\.(?:br|gz))?$|(?:remotes|shell)(?:\/|$))/i;

/**
 * Whether the server never sends a file from disk: it generates the file for each request, or the file is for other web
 * servers.
 */
export const isMadeName = (file: string): boolean =>
  /^(?:(?:registry|config)\.json|index\.html|_headers(?:\.nginx\.conf)?)(?:\.(?:br|gz))?$/i.test(
    file,
  );

/** Whether some part of a path begins with a dot. Servers of a release never send such files. */
export const isHidden = (file: string): boolean =>
  file.split('/').some((part) => part.startsWith('.'));

/** Whether a shell may add a file with this path to the root of the release folder. */
export const isFreeName = (file: string): boolean => !taken.test(file) && !isHidden(file);

/** Path of the shell's script in which the workers of remotes begin. It has the policy of a page. */
export const workerStart = '/worker.js';

const cachingRules: readonly [RegExp, string][] = [
  // Whether a file never changes: its name, its folder or its query has a content hash.
  [
    /^\/(?:static\/|shell\/[^/]+\/|remotes\/[^/]+\/[^/]+\/|images\/[^?]+\?v=\w)/,
    'public, max-age=31536000, immutable',
  ],
  [/^\/(?:images\/|favicon\.)/, 'public, max-age=3600'],
];

/** Returns the value of the Cache-Control header for a path with its query. */
export const cacheControlOf = (url: string): string =>
  cachingRules.find(([pattern]) => pattern.test(url))?.[1] ?? 'no-cache';

/** Matches the extension that a compressed copy adds to the file's name. */
export const copyEnding = /\.(?:br|gz|[0-9a-f]{64}\.dcz)$/;
