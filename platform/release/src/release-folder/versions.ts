import { stat } from 'node:fs/promises';
import type { PublishedRemote, RemotePointers } from '@patchwork/host';
import { UsageError } from '../errors.ts';
import type { Size } from './compression.ts';
import { readHistory, versionsOnceLive } from './history.ts';
import type { Integrity } from './integrity.ts';
import { folderOfVersion, publishedVersions, shellName } from './layout.ts';
import { namesIn, type PointerNames, versionsIn } from './piece-pointers.ts';
import {
  pointersIn,
  previewsIn,
  type RegistryDocument,
  remoteIn,
  withdrawnIn,
} from './registry.ts';
import {
  readRemoteRelease,
  readShellRelease,
  type ShellRelease,
  versionInName,
} from './release-file.ts';

/**
 * Returns the versions of a piece that a registry names, including those in previews and those of a withdrawn remote;
 * some may occur twice. “patchwork prune” keeps them at any age.
 */
export function namedVersions(document: RegistryDocument, name: string): string[] {
  const pointers = pointersIn(document, name);
  const withdrawn = withdrawnIn(document, name);
  const previewed = previewsIn(document).flatMap(({ remotes }) =>
    remotes.filter(({ id }) => id === name),
  );
  return [
    ...(pointers ? versionsIn(namesIn(pointers)) : []),
    ...previewed.map(({ version }) => version),
    ...(withdrawn ? versionsIn(withdrawn) : []),
  ];
}

/** Reads a version from its release.json. Throws as readRemoteRelease and readShellRelease do. */
const readRelease = (
  release: string,
  name: string,
  version: string,
): Promise<PublishedRemote | ShellRelease> =>
  name === shellName
    ? readShellRelease(release, version)
    : readRemoteRelease(release, name, version);

/** Reads the versions that a remote's pointers name, each from its release.json. Throws as readRemoteRelease does. */
export async function readPointers(
  release: string,
  id: string,
  { stable, canary, previous, values }: PointerNames,
): Promise<RemotePointers> {
  const read = (version: string) => readRemoteRelease(release, id, version);
  const share = canary && { percent: canary.percent, release: await read(canary.version) };
  return {
    ...{ id, stable: await read(stable), previous: await Promise.all(previous.map(read)) },
    ...(share && { canary: share }),
    ...(values && { values }),
  };
}

/**
 * Finds the version that a word stands for: "stable", "canary", "previous", a full name, or the version in a
 * package.json. If several builds have that version, those that were once live take precedence. Throws a UsageError if
 * no build matches, or more than one.
 */
async function findVersion(
  release: string,
  document: RegistryDocument,
  name: string,
  wanted: string,
): Promise<string> {
  const pointers = pointersIn(document, name);
  const words: Record<string, string | undefined> = {
    stable: pointers?.stable.version,
    canary: pointers?.canary?.release.version,
    previous: pointers?.previous[0]?.version,
  };
  if (Object.hasOwn(words, wanted)) {
    if (words[wanted] !== undefined) return words[wanted];
    throw new UsageError(`${name} has no ${wanted} version`);
  }
  const named = namedVersions(document, name);
  async function preferLive(versions: readonly string[]): Promise<readonly string[]> {
    const { records } = await readHistory(release, document);
    const live = new Set([...named, ...versionsOnceLive(records, name)]);
    const once = versions.filter((version) => live.has(version));
    return once.length > 0 ? once : versions;
  }
  const all = [...new Set([...named, ...(await publishedVersions(release, name))])].sort();
  if (all.includes(wanted)) return wanted;
  const builds = all.filter((version) => versionInName(version) === wanted);
  const [match, ...others] = builds.length > 1 ? await preferLive(builds) : builds;
  if (match !== undefined && others.length === 0) return match;
  if (match !== undefined) {
    throw new UsageError(
      `${wanted} has several builds: ${[match, ...others].join(', ')}. Name one of them; “patchwork list ${name}” shows their dates`,
    );
  }
  const known = all.length === 0 ? 'It has none' : `There are: ${all.slice(-10).join(', ')}`;
  throw new UsageError(`${name} has no version “${wanted}”. ${known}`);
}

/**
 * Finds a version of a remote or the shell by a word, as findVersion does. A remote's version comes from the registry
 * if a pointer names it, else from its release.json. Throws a UsageError if there is no such version, or if several
 * match.
 */
export async function findRelease(
  release: string,
  document: RegistryDocument,
  name: string,
  wanted: string,
): Promise<PublishedRemote | ShellRelease> {
  const version = await findVersion(release, document, name, wanted);
  const remote = name === shellName ? undefined : remoteIn(document, name);
  const named = remote && [remote.stable, remote.canary?.release, ...remote.previous];
  return (
    named?.find((candidate) => candidate?.version === version) ??
    readRelease(release, name, version)
  );
}

/** A version in a release folder. Its release.json may be unreadable. */
export interface PublishedVersion {
  readonly name: string;
  readonly version: string;
  readonly folder: string;
  /** ISO, UTC. The folder's date if release.json is unreadable. */
  readonly publishedAt: string;
  readonly size: Size | undefined;
  /**
   * Hashes of its files by path, relative to the release folder (shell) or to the version's folder (remote). Undefined
   * if release.json is unreadable: the needed files are then unknown.
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

/** Returns all versions of a piece in a release folder, newest first; none for an unknown piece. */
export async function listPublished(release: string, name: string): Promise<PublishedVersion[]> {
  const versions = await publishedVersions(release, name);
  const published = await Promise.all(
    versions.map((version) => readVersion(release, name, version)),
  );
  return published.sort((a, b) => (a.publishedAt < b.publishedAt ? 1 : -1));
}
