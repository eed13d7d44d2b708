import type { RemoteRelease, RemoteReleases } from '@patchwork/federation';
import type { ShellPointer } from '../folder/registry-document.ts';

/** Good old versions that registry.json carries; older ones are found in the folder. */
const PREVIOUS_VERSIONS = 5;

const without = (releases: readonly RemoteRelease[], version: string): RemoteRelease[] =>
  releases.filter((release) => release.version !== version).slice(0, PREVIOUS_VERSIONS);

/**
 * Gives a version to every visitor, which ends a canary. What they had until now becomes the first
 * to fall back to.
 */
export function makeStable(
  remote: RemoteReleases | undefined,
  release: RemoteRelease,
): RemoteReleases {
  const { id } = release;
  if (remote?.stable.version === release.version) return remote;
  const before = remote ? [remote.stable, ...remote.previous] : [];
  return { id, stable: release, previous: without(before, release.version) };
}

/** Gives a version to a share of the visitors; the others keep the stable one. */
export const makeCanary = (
  { id, stable, previous }: RemoteReleases,
  release: RemoteRelease,
  percent: number,
): RemoteReleases => ({ id, stable, canary: { release, percent }, previous });

export const dropCanary = ({ id, stable, previous }: RemoteReleases): RemoteReleases => ({
  id,
  stable,
  previous,
});

const publishedAt = (release: RemoteRelease): string => release.publishedAt ?? '';

/**
 * Goes back to a version: the one that is left is not good any more, nor are those between. A version
 * that was published later is no way back: what is left for it stays good, as for a publication.
 */
export function rollBack(remote: RemoteReleases, release: RemoteRelease): RemoteReleases {
  const { id, stable, previous } = remote;
  const index = previous.findIndex(({ version }) => version === release.version);
  if (index >= 0) return { id, stable: release, previous: previous.slice(index + 1) };
  if (publishedAt(release) > publishedAt(stable)) return makeStable(remote, release);
  const isOlder = (candidate: RemoteRelease) => publishedAt(candidate) < publishedAt(release);
  return { id, stable: release, previous: previous.filter(isOlder) };
}

export function makeShellLive(shell: ShellPointer | undefined, version: string): ShellPointer {
  if (shell?.version === version) return shell;
  const before = shell ? [shell.version, ...shell.previous] : [];
  const previous = before.filter((candidate) => candidate !== version).slice(0, PREVIOUS_VERSIONS);
  return { version, previous };
}

/** A version that is not among the previous ones is taken for a later one: the pointer has no dates. */
export function rollShellBack(shell: ShellPointer, version: string): ShellPointer {
  const index = shell.previous.indexOf(version);
  if (index < 0) return makeShellLive(shell, version);
  return { version, previous: shell.previous.slice(index + 1) };
}
