import type { PublishedRemote } from '@patchwork/federation';
import { parseRegistry } from '@patchwork/federation';
import * as v from 'valibot';
import { nameContent } from '../bytes/integrity.ts';
import { ReleaseError } from '../release-error.ts';
import { folderOfVersion } from './folders.ts';
import { readReleaseFile, releaseFile, requireOriginal } from './release-file.ts';

/** The address of a version's container, from the page's root. */
export const entryOf = (id: string, version: string): string =>
  `/remotes/${id}/${version}/remoteEntry.js`;

/**
 * What a version of a remote is named after: its whole description, without its address, its date
 * its size, which depends on the compressor, and its imports, which follow from its files.
 */
export const hashOfRemote = (description: object): string =>
  nameContent({
    ...description,
    version: '',
    entry: '/',
    size: undefined,
    imports: undefined,
    publishedAt: undefined,
  });

/** Checks a version's description as the shop's page will. Throws a ReleaseError that names the field. */
export function parseRelease(file: string, id: string, stable: object): PublishedRemote {
  const { registry, problems } = parseRegistry({ format: 2, remotes: [{ id, stable }] }, 'any');
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
  const folder = folderOfVersion(release, id, version);
  const published = { name: id, version, folder };
  const stable = await readReleaseFile(published, v.looseObject({}));
  const named = stable.entry === entryOf(id, version) && stable.version;
  requireOriginal(published, { version: named, hash: hashOfRemote(stable) });
  return parseRelease(releaseFile(folder), id, stable);
}
