import { stat } from 'node:fs/promises';
import type { Integrity } from '../bytes/integrity.ts';
import type { Size } from '../bytes/size.ts';
import { folderOfVersion, publishedVersions } from './folders.ts';
import { readRelease } from './versions.ts';

/** A version in a release folder, as far as it can be read. */
export interface PublishedVersion {
  readonly name: string;
  readonly version: string;
  readonly folder: string;
  /** ISO, UTC; the folder's date when its release.json can't be read. */
  readonly publishedAt: string;
  readonly size: Size | undefined;
  /**
   * By path relative to the release folder for the shell, to the version's for a remote. Undefined
   * when its release.json can't be read: then it is unknown which files it needs.
   */
  readonly integrity: Integrity | undefined;
}

async function readVersion(release: string, name: string, version: string) {
  const folder = folderOfVersion(release, name, version);
  try {
    const { size, integrity, publishedAt = '' } = await readRelease(release, name, version);
    return { name, version, folder, publishedAt, size, integrity };
  } catch {
    const publishedAt = (await stat(folder)).mtime.toISOString();
    return { name, version, folder, publishedAt, size: undefined, integrity: undefined };
  }
}

/** Every version of a remote or the shell in the folder, newest first. */
export async function listPublished(release: string, name: string): Promise<PublishedVersion[]> {
  const versions = await publishedVersions(release, name);
  const published = await Promise.all(
    versions.map((version) => readVersion(release, name, version)),
  );
  return published.sort((a, b) => (a.publishedAt < b.publishedAt ? 1 : -1));
}
