import path from 'node:path';
import type * as v from 'valibot';
import { readIfPresent } from '../bytes/files.ts';
import { parseJson } from '../bytes/parse-json.ts';
import { changedByHand, type VersionFolder } from './changed-by-hand.ts';

export const releaseFile = (folder: string): string => path.join(folder, 'release.json');

/** What a version's release.json says. Throws a ReleaseError when it is missing or damaged. */
export async function readReleaseFile<T>(
  version: VersionFolder,
  schema: v.GenericSchema<unknown, T>,
): Promise<T> {
  const file = releaseFile(version.folder);
  const content = await readIfPresent(file);
  if (content) return parseJson(file, content, schema);
  throw changedByHand(version, file, 'is missing');
}

interface Described {
  /** The version that release.json names. */
  readonly version: unknown;
  /** The hash of what release.json says. */
  readonly hash: string;
}

/**
 * Throws a RefusedError when a release.json is not the published one. A version is named after the
 * hash of its description, so a changed description gives another name.
 */
export function requireOriginal(published: VersionFolder, described: Described): void {
  const { version, folder } = published;
  if (described.version === version && version.endsWith(`-${described.hash}`)) return;
  const what = 'is not what was published: the version is named after what it said';
  throw changedByHand(published, releaseFile(folder), what);
}
