import path from 'node:path';
import type { PublishedRemote } from '@patchwork/federation';
import { parseRegistry } from '@patchwork/federation';
import * as v from 'valibot';
import { listFolders } from '../bytes/files.ts';
import { nameContent } from '../bytes/integrity.ts';
import { ReleaseError } from '../release-error.ts';
import { readReleaseFile, releaseFile, requireOriginal } from './release-file.ts';

export const remotesFolder = (release: string): string => path.join(release, 'remotes');

/** The folder of a remote's version, taken from its entry. */
export const folderOfRemote = (release: string, { entry }: PublishedRemote): string =>
  path.join(release, path.posix.dirname(entry));

/** The address of a version's container, from the page's root. */
export const entryOf = (id: string, version: string): string =>
  `/remotes/${id}/${version}/remoteEntry.js`;

/**
 * What a version of a remote is named after: its whole description, without its address, its date
 * and its size, which depends on the compressor.
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
  // The id may have been typed: '../shell' is no remote.
  return (await listFolders(remotes)).includes(id) ? listFolders(path.join(remotes, id)) : [];
}

/** Checks a version's description as the shop's page will. Throws a ReleaseError that names the field. */
export function parseRelease(file: string, id: string, stable: object): PublishedRemote {
  const { registry, problems } = parseRegistry({ format: 2, remotes: [{ id, stable }] });
  const [remote] = registry.remotes;
  if (!remote) throw new ReleaseError(`${file}: ${problems.join('; ')}`);
  return remote.stable;
}

/** A published version as its own release.json describes it. Throws a ReleaseError on a bad one. */
export async function readRemoteRelease(
  release: string,
  id: string,
  version: string,
): Promise<PublishedRemote> {
  const folder = path.join(remotesFolder(release), id, version);
  const published = { name: id, version, folder };
  const stable = await readReleaseFile(published, v.looseObject({}));
  const named = stable.entry === entryOf(id, version) && stable.version;
  requireOriginal(published, { version: named, hash: hashOfRemote(stable) });
  return parseRelease(releaseFile(folder), id, stable);
}
