import path from 'node:path';
import type { PublishedRemote } from '@patchwork/federation';
import { UsageError } from '../release-error.ts';
import { pointersIn, type RegistryDocument, remoteIn, shellName } from './registry-document.ts';
import { readRemoteRelease, remotesFolder, remoteVersions } from './remote-folder.ts';
import {
  folderOfShell,
  readShellRelease,
  type ShellRelease,
  shellVersions,
} from './shell-folder.ts';

/** The folder of a version of a remote or the shell. */
export const folderOfVersion = (release: string, name: string, version: string): string =>
  name === shellName
    ? folderOfShell(release, version)
    : path.join(remotesFolder(release), name, version);

/** The versions of a piece that a registry names. They stay, whatever their age. */
export function namedVersions(document: RegistryDocument, name: string): string[] {
  const pointers = pointersIn(document, name);
  if (!pointers) return [];
  const { stable, canary, previous } = pointers;
  return [stable, ...(canary ? [canary.release] : []), ...previous].map(({ version }) => version);
}

export async function publishedVersions(release: string, name: string): Promise<string[]> {
  return name === shellName ? shellVersions(release) : remoteVersions(release, name);
}

/**
 * The version that a word stands for: "stable", "canary", "previous", a version's whole name, or the
 * beginning of just one. Throws a UsageError that lists what there is.
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
  const all = [...new Set([...named, ...(await publishedVersions(release, name))])].sort();
  if (all.includes(wanted)) return wanted;
  const [match, ...others] = all.filter((version) => version.startsWith(wanted));
  if (match !== undefined && others.length === 0) return match;
  if (match !== undefined) {
    throw new UsageError(`“${wanted}” is the beginning of ${[match, ...others].join(', ')}`);
  }
  const known = all.length === 0 ? 'It has none' : `There are: ${all.slice(-10).join(', ')}`;
  throw new UsageError(`${name} has no version “${wanted}”. ${known}`);
}

/**
 * A version of a remote or the shell: a remote's from the registry where it names it, else from the
 * release.json in the version's folder.
 */
export async function findRelease(
  release: string,
  document: RegistryDocument,
  name: string,
  wanted: string,
): Promise<PublishedRemote | ShellRelease> {
  const version = await findVersion(release, document, name, wanted);
  if (name === shellName) return readShellRelease(release, version);
  const remote = remoteIn(document, name);
  const named = remote && [remote.stable, remote.canary?.release, ...remote.previous];
  return (
    named?.find((candidate) => candidate?.version === version) ??
    readRemoteRelease(release, name, version)
  );
}
