import type { RemoteRelease } from '@patchwork/federation';
import { UsageError } from '../release-error.ts';
import { type RegistryDocument, remoteIn } from './registry-document.ts';
import { readRemoteRelease, remoteVersions } from './remote-folder.ts';
import { shellVersions } from './shell-folder.ts';

/** The name of the shell where remotes are named by their ids. */
export const shellName = 'shell';

interface Pointers {
  readonly stable?: string | undefined;
  readonly canary?: string | undefined;
  /** The canary's share of the visitors. */
  readonly percent?: number | undefined;
  readonly previous: readonly string[];
}

/** The versions that a registry names for a remote or the shell, as words stand for them. */
export function pointersOf(document: RegistryDocument, name: string): Pointers {
  if (name === shellName) {
    return { stable: document.shell?.version, previous: document.shell?.previous ?? [] };
  }
  const remote = remoteIn(document, name);
  return {
    stable: remote?.stable.version,
    canary: remote?.canary?.release.version,
    percent: remote?.canary?.percent,
    previous: remote?.previous.map(({ version }) => version) ?? [],
  };
}

/** The versions of a piece that a registry names. They stay, whatever their age. */
export function namedVersions(document: RegistryDocument, name: string): string[] {
  const { stable, canary, previous } = pointersOf(document, name);
  return [stable, canary, ...previous].filter((version) => version !== undefined);
}

export async function publishedVersions(release: string, name: string): Promise<string[]> {
  return name === shellName ? shellVersions(release) : remoteVersions(release, name);
}

/**
 * The version that somebody means: "stable", "canary", "previous", a version's whole name, or the
 * beginning of just one. Throws a UsageError that lists what there is.
 */
export async function findVersion(
  release: string,
  document: RegistryDocument,
  name: string,
  wanted: string,
): Promise<string> {
  const { stable, canary, previous } = pointersOf(document, name);
  const words: Record<string, string | undefined> = { stable, canary, previous: previous[0] };
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

/** A version of a remote, from the registry where it names it, else from its folder. */
export async function findRelease(
  release: string,
  document: RegistryDocument,
  id: string,
  wanted: string,
): Promise<RemoteRelease> {
  const version = await findVersion(release, document, id, wanted);
  const remote = remoteIn(document, id);
  const named = remote && [remote.stable, remote.canary?.release, ...remote.previous];
  return (
    named?.find((candidate) => candidate?.version === version) ??
    readRemoteRelease(release, id, version)
  );
}
