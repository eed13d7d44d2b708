import path from 'node:path';
import { listFolders } from './files.ts';

/** The shell's name among the pieces. All other pieces are remotes, and named by their ids. */
export const shellName = 'shell';

const remotesFolder = (release: string): string => path.join(release, 'remotes');

const folderOfPiece = (release: string, name: string): string =>
  path.join(name === shellName ? release : remotesFolder(release), name);

export const folderOfVersion = (release: string, name: string, version: string): string =>
  path.join(folderOfPiece(release, name), version);

/** The pieces that may have versions in a release folder: the shell, then the remotes. */
export const pieceNames = async (release: string): Promise<string[]> => [
  shellName,
  ...(await listFolders(remotesFolder(release))),
];

/** Names of a piece's published versions, not sorted by date. */
export async function publishedVersions(release: string, name: string): Promise<string[]> {
  // The name may have been typed: '../shell' is no remote.
  const isPiece = (await pieceNames(release)).includes(name);
  return isPiece ? listFolders(folderOfPiece(release, name)) : [];
}

/** Matches paths in the root that belong to the release folder itself, including their compressed copies. */
const taken =
  /^(?:(?:(?:registry|config)\.json|_headers(?:\.nginx\.conf)?)(?:\.(?:br|gz))?$|(?:remotes|shell)(?:\/|$))/i;

/** Whether a server generates the file of this name at each request: the copy on the disk may be out of date. */
export const isMadeName = (file: string): boolean =>
  /^(?:(?:registry|config)\.json|index\.html|_headers(?:\.nginx\.conf)?)(?:\.(?:br|gz))?$/i.test(
    file,
  );

/** Whether a part of a file's path begins with a dot: no server of a release sends such a file. */
export const isHidden = (file: string): boolean =>
  file.split('/').some((part) => part.startsWith('.'));

/** Whether a shell may bring a file of this path to the root of the release folder. */
export const isFreeName = (file: string): boolean => !taken.test(file) && !isHidden(file);
