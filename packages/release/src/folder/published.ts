import { stat } from 'node:fs/promises';
import path from 'node:path';
import type { RemoteRelease } from '@patchwork/federation';
import type { Integrity } from '../bytes/integrity.ts';
import type { Size } from '../bytes/size.ts';
import { readRemoteRelease, remotesFolder } from './remote-folder.ts';
import { folderOfShell, readShellRelease } from './shell-folder.ts';
import { publishedVersions, shellName } from './versions.ts';

/** A version that lies in a release folder, as far as it can be read. */
export interface FoundVersion {
  readonly name: string;
  readonly version: string;
  readonly folder: string;
  /** ISO, UTC; the folder's date when its release.json can't be read. */
  readonly publishedAt: string;
  readonly size: Size | undefined;
  /**
   * By path relative to the release folder for the shell, to the version's for a remote. Undefined
   * when its release.json can't be read: which files it needs is unknown then, not 'none'.
   */
  readonly integrity: Integrity | undefined;
}

/** A version as its own release.json describes it. */
export interface PublishedVersion extends FoundVersion {
  readonly integrity: Integrity;
  readonly shared: RemoteRelease['shared'];
  /** A remote's own description; undefined for the shell. */
  readonly remote: RemoteRelease | undefined;
}

const versionFolder = (release: string, name: string, version: string): string =>
  name === shellName
    ? folderOfShell(release, version)
    : path.join(remotesFolder(release), name, version);

/** Reads a version as its own release.json describes it. Throws a ReleaseError on a bad one. */
export async function readPublished(
  release: string,
  name: string,
  version: string,
): Promise<PublishedVersion> {
  const folder = versionFolder(release, name, version);
  const remote = name === shellName ? undefined : await readRemoteRelease(release, name, version);
  const {
    size,
    integrity,
    shared,
    publishedAt = '',
  } = remote ?? (await readShellRelease(release, version));
  return { name, version, folder, publishedAt, size, integrity, shared, remote };
}

/** A version whose release.json is missing or damaged: known by its folder's date alone. */
async function guess(release: string, name: string, version: string): Promise<FoundVersion> {
  const folder = versionFolder(release, name, version);
  const { mtime } = await stat(folder);
  const publishedAt = mtime.toISOString();
  return { name, version, folder, publishedAt, size: undefined, integrity: undefined };
}

/** Every version of a remote or the shell that lies in the folder, newest first. */
export async function listPublished(release: string, name: string): Promise<FoundVersion[]> {
  const versions = await publishedVersions(release, name);
  const published = await Promise.all(
    versions.map((version) =>
      readPublished(release, name, version).catch(() => guess(release, name, version)),
    ),
  );
  return published.sort((a, b) => (a.publishedAt < b.publishedAt ? 1 : -1));
}
