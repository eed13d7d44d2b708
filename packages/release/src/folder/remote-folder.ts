import path from 'node:path';
import type { RemoteRelease } from '@patchwork/federation';
import { parseRegistry } from '@patchwork/federation';
import * as v from 'valibot';
import { listFolders } from '../bytes/files.ts';
import { nameContent } from '../bytes/integrity.ts';
import { releaseFile } from '../publish/add-version-folder.ts';
import { ReleaseError } from '../release-error.ts';
import { readReleaseFile } from './release-file.ts';
import { requireOriginal } from './require-original.ts';

export const remotesFolder = (release: string): string => path.join(release, 'remotes');

/** Where a version of a remote lies, whoever wrote the registry: its entry says it. */
export const folderOfRemote = (release: string, { entry }: RemoteRelease): string =>
  path.join(release, path.posix.dirname(entry));

/** Where the page finds the container of a version that lies in the release folder. */
export const entryOf = (id: string, version: string): string =>
  `/remotes/${id}/${version}/remoteEntry.js`;

/**
 * What a version of a remote is named after: all that describes it but its place, its size with the
 * compressor of the day and its date. A field of a later format counts too, as it was published.
 */
export const hashOfRemote = (description: object): string =>
  nameContent({
    ...description,
    version: '',
    entry: '/',
    size: undefined,
    publishedAt: undefined,
  });

/** The names of a remote's published versions, in no order. */
export async function remoteVersions(release: string, id: string): Promise<string[]> {
  const remotes = remotesFolder(release);
  // An id may be anything that somebody typed: '../shell' is no remote.
  return (await listFolders(remotes)).includes(id) ? listFolders(path.join(remotes, id)) : [];
}

/** A published version as its own release.json describes it. Throws a ReleaseError on a bad one. */
export async function readRemoteRelease(
  release: string,
  id: string,
  version: string,
): Promise<RemoteRelease> {
  const folder = path.join(remotesFolder(release), id, version);
  const file = releaseFile(folder);
  const stable = await readReleaseFile({ name: id, version, folder }, v.looseObject({}));
  const written = stable.entry === entryOf(id, version) && stable.version;
  requireOriginal({ name: id, version, folder, written, hash: hashOfRemote(stable) });
  const { registry: releases, problems } = parseRegistry({ format: 2, remotes: [{ id, stable }] });
  const [remote] = releases.remotes;
  if (!remote) throw new ReleaseError(`${file}: ${problems.join('; ')}`);
  return remote.stable;
}
