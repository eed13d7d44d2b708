import type { PublishedRemote } from '@patchwork/federation';
import type { Live, RemoteVersion } from './gate.ts';
import { nameOf, releaseName } from './words.ts';

/** A version that visitors get in place of what they had; undefined where the remote is withdrawn. */
interface Moved {
  readonly id: string;
  /** How a finding names what was done: the new version, or the one that was withdrawn. */
  readonly ours: string;
  readonly next: RemoteVersion | undefined;
  readonly before: readonly PublishedRemote[];
}

const versionsIn = (releases: readonly PublishedRemote[]): string =>
  releases
    .map(({ version }) => version)
    .toSorted()
    .join();

/** Of each remote whose live versions are not those of before, every one that it has now. */
function movedIn({ remotes, before }: Live): Moved[] {
  const ids = [...new Set(before.map(({ id }) => id))];
  return ids.flatMap((id): Moved[] => {
    const old = before.filter((release) => release.id === id);
    const now = remotes.filter(({ release }) => release.id === id);
    const [first] = old;
    if (!first || versionsIn(old) === versionsIn(now.map(({ release }) => release))) return [];
    if (now.length === 0) return [{ id, ours: releaseName(first), next: undefined, before: old }];
    return now.map((next) => ({ id, ours: nameOf(next), next, before: old }));
  });
}

/** What a move takes away from visitors, by a list of what a version has. */
export function lostIn(
  live: Live,
  namesIn: (release: PublishedRemote) => readonly string[],
): {
  readonly id: string;
  readonly ours: string;
  readonly isWithdrawn: boolean;
  readonly names: readonly string[];
}[] {
  return movedIn(live).map(({ id, ours, next, before }) => {
    const others = live.remotes.filter(({ release }) => release.id !== id);
    const kept = [...(next ? [next] : []), ...others].flatMap(({ release }) => namesIn(release));
    const names = new Set(before.flatMap(namesIn));
    return {
      id,
      ours,
      isWithdrawn: !next,
      names: [...names].filter((name) => !kept.includes(name)),
    };
  });
}
