import path from 'node:path';
import type { RemoteRelease } from '@patchwork/federation';
import { parseReleases } from '@patchwork/federation';
import * as v from 'valibot';
import { listFolders } from '../bytes/files.ts';
import { readJson } from '../place/piece.ts';
import { releaseFile } from '../place/place.ts';
import { ReleaseError } from '../release-error.ts';

export const remotesFolder = (release: string): string => path.join(release, 'remotes');

/** Where a version of a remote lies, whoever wrote the registry: its entry says it. */
export const folderOfRemote = (release: string, { entry }: RemoteRelease): string =>
  path.join(release, path.posix.dirname(entry));

/** The names of a remote's published versions, in no order. */
export const remoteVersions = (release: string, id: string): Promise<string[]> =>
  listFolders(path.join(remotesFolder(release), id));

/** A published version as its own release.json describes it. Throws a ReleaseError on a bad one. */
export async function readRemoteRelease(
  release: string,
  id: string,
  version: string,
): Promise<RemoteRelease> {
  const file = releaseFile(path.join(remotesFolder(release), id, version));
  const stable = await readJson(file, v.unknown());
  const { releases, problems } = parseReleases({ format: 2, remotes: [{ id, stable }] });
  const [remote] = releases.remotes;
  if (!remote) throw new ReleaseError(`${file}: ${problems.join('; ')}`);
  return remote.stable;
}
