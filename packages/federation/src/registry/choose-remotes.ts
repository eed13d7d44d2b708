import type { ActiveRemote, ActiveRemotes } from './active-remotes.ts';
import type { Registry } from './registry.ts';

/** A published version that failed a visitor. */
export interface FailedVersion {
  readonly remote: string;
  readonly version: string;
}

export const isAmong = (
  failed: readonly FailedVersion[],
  { id, version }: Pick<ActiveRemote, 'id' | 'version'>,
): boolean => failed.some((each) => each.remote === id && each.version === version);

export interface Visitor {
  /** The visitor's group, 0 to 9999; undefined if the browser stores nothing. */
  readonly bucket: number | undefined;
  readonly failed: readonly FailedVersion[];
}

/** Returns a hash of a text, 0 to 99: FNV-1a, and the last step of MurmurHash3, which spreads similar texts. */
function hashModulo100(text: string): number {
  let hash = 0x811c9dc5;
  for (const character of text) {
    hash = Math.imul(hash ^ (character.codePointAt(0) ?? 0), 0x01000193);
  }
  hash = Math.imul(hash ^ (hash >>> 16), 0x85ebca6b);
  hash = Math.imul(hash ^ (hash >>> 13), 0xc2b2ae35);
  return ((hash ^ (hash >>> 16)) >>> 0) % 100;
}

/**
 * Whether a visitor is in the share of a remote's canary. Each remote has its own hash of the bucket, so that no
 * visitor is in all canaries at once. A visitor stays in a share that grows.
 */
export const isInShare = (bucket: number | undefined, remote: string, percent: number): boolean =>
  bucket !== undefined && hashModulo100(`${remote} ${bucket}`) < percent;

/**
 * Chooses each remote's version for one visitor: the canary for those in its share, else the stable one, else the
 * newest previous one, leaving out versions that failed. If all have failed, the first is tried again. Inlined into
 * the page's HTML to start the first downloads, so it imports no library.
 */
export function chooseRemotes(
  { remotes }: Pick<Registry, 'remotes'>,
  { bucket, failed }: Visitor,
): ActiveRemotes {
  return {
    remotes: remotes.map(({ id, stable, canary, previous }) => {
      const versions: [ActiveRemote, ...ActiveRemote[]] = [
        { ...stable, channel: 'stable' },
        ...previous.map((release) => ({ ...release, channel: 'previous' as const })),
      ];
      if (canary && isInShare(bucket, id, canary.percent)) {
        versions.unshift({ ...canary.release, channel: 'canary' });
      }
      return versions.find((version) => !isAmong(failed, version)) ?? versions[0];
    }),
  };
}
