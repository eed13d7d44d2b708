import type { ActiveRemotes, ReleasedRemote } from './active-remotes.ts';
import type { Registry } from './registry.ts';

/** A published version that failed a visitor. */
export interface FailedVersion {
  readonly remote: string;
  readonly version: string;
}

export interface Visitor {
  /** The visitor's anonymous place, 0 to 99.99; undefined where the browser keeps nothing. */
  readonly bucket: number | undefined;
  /** What failed this visitor before. */
  readonly failed: readonly FailedVersion[];
}

/** 0 to 99: FNV-1a, and the last mixing step of MurmurHash3 for texts that begin alike. */
function hash(text: string): number {
  let sum = 0x811c9dc5;
  for (const character of text) {
    sum = Math.imul(sum ^ (character.codePointAt(0) ?? 0), 0x01000193);
  }
  sum = Math.imul(sum ^ (sum >>> 16), 0x85ebca6b);
  sum = Math.imul(sum ^ (sum >>> 13), 0xc2b2ae35);
  return ((sum ^ (sum >>> 16)) >>> 0) % 100;
}

/**
 * 0 to 99, each for exactly a hundred of the 10,000 buckets: two rounds of a Feistel network, which
 * only ever changes places.
 */
function placeOf(bucket: number, remote: string): number {
  const whole = Math.floor(bucket);
  const hundredths = (Math.round((bucket - whole) * 100) + hash(`${remote} ${whole}`)) % 100;
  return (whole + hash(`${hundredths} ${remote}`)) % 100;
}

/** Each remote spreads the visitors anew, so that nobody is in every remote's canary. */
export const isInShare = (bucket: number | undefined, remote: string, percent: number): boolean =>
  bucket !== undefined && placeOf(bucket, remote) < percent;

/**
 * The version of each remote for one visitor: the canary for those in its share, else the stable one;
 * in place of a version that failed before, the next good one. When all failed, the first is tried
 * again. Free of dependencies: it is inlined into the page's HTML to start the first downloads.
 */
export function chooseRemotes(
  { remotes }: Pick<Registry, 'remotes'>,
  { bucket, failed: bad }: Visitor,
): ActiveRemotes {
  return {
    remotes: remotes.map(({ id, stable, canary, previous }) => {
      const versions: [ReleasedRemote, ...ReleasedRemote[]] = [
        { ...stable, channel: 'stable' },
        ...previous.map((release) => ({ ...release, channel: 'previous' as const })),
      ];
      if (canary && isInShare(bucket, id, canary.percent)) {
        versions.unshift({ ...canary.release, channel: 'canary' });
      }
      const isGood = ({ version }: ReleasedRemote) =>
        !bad.some((failed) => failed.remote === id && failed.version === version);
      return versions.find(isGood) ?? versions[0];
    }),
  };
}
