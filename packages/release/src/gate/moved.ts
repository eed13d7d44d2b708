import type { PublishedRemote } from '@patchwork/federation';
import type { Live, RemoteVersion } from './gate.ts';
import { nameOf, releaseName } from './words.ts';

interface Lost {
  readonly id: string;
  /** How a finding names what was done: the new version, or the one that was withdrawn. */
  readonly ours: string;
  readonly isWithdrawn: boolean;
  readonly names: readonly string[];
}

const versionsIn = (releases: readonly PublishedRemote[]): string =>
  releases
    .map(({ version }) => version)
    .toSorted()
    .join();

const releasesOf = (remotes: readonly RemoteVersion[]): PublishedRemote[] =>
  remotes.map(({ release }) => release);

/**
 * What a move takes away from visitors, by a list of what a version has: for each version of a remote whose
 * live versions are not those of before, or for the remote that was withdrawn.
 */
export function lostIn(
  { remotes, before }: Live,
  namesIn: (release: PublishedRemote) => readonly string[],
): Lost[] {
  return [...new Set(before.map(({ id }) => id))].flatMap((id) => {
    const old = before.filter((release) => release.id === id);
    const now = remotes.filter(({ release }) => release.id === id);
    if (versionsIn(old) === versionsIn(releasesOf(now))) return [];
    const others = remotes.filter(({ release }) => release.id !== id);
    const had = [...new Set(old.flatMap(namesIn))];
    function lose(ours: string, next: readonly RemoteVersion[]): Lost {
      const has = releasesOf([...next, ...others]).flatMap(namesIn);
      const names = had.filter((name) => !has.includes(name));
      return { id, ours, isWithdrawn: next.length === 0, names };
    }
    if (now.length > 0) return now.map((next) => lose(nameOf(next), [next]));
    return old.slice(0, 1).map((withdrawn) => lose(releaseName(withdrawn), []));
  });
}
