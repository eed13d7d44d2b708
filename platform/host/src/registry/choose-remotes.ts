import type { ActiveRemote, ActiveRemotes } from './active-remotes.ts';
import type { Registry, RemotePointers } from './registry.ts';
import type { VisitorValues } from './settings.ts';

export interface FailedVersion {
  readonly remote: string;
  readonly version: string;
}

export const isAmong = (
  failed: readonly FailedVersion[],
  { id, version }: Pick<ActiveRemote, 'id' | 'version'>,
): boolean => failed.some((each) => each.remote === id && each.version === version);

export interface Visitor {
  /** The visitor's bucket, 0 to 9999; undefined if the browser can't store it. */
  readonly bucket: number | undefined;
  readonly failed: readonly FailedVersion[];
}

/** Hashes a text to 0–99: FNV-1a with the last step of MurmurHash3, which spreads similar texts. */
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
 * Whether a visitor is in a share of 1 to 99 percent; false without a bucket. `what` is the id of a canary's remote,
 * with the name of a setting. The bucket is hashed together with it, so that not every share has the same visitors.
 * When a share grows, the visitors who are in it stay in it.
 */
export const isInShare = (bucket: number | undefined, what: string, percent: number): boolean =>
  bucket !== undefined && hashModulo100(`${what} ${bucket}`) < percent;

const valuesFor = ({ id, values = {} }: RemotePointers, bucket: number | undefined) =>
  Object.fromEntries(
    Object.entries(values).map(([name, set]): [string, VisitorValues[string]] => {
      const isOn = set.percent === 100 || isInShare(bucket, `${id} ${name}`, set.percent);
      return [name, { ...set, isOn }];
    }),
  );

/**
 * Chooses each remote's version and the values of its settings for one visitor: the canary for visitors in its share,
 * else the stable version, else the newest previous one. Skips versions that failed; if all have failed, takes the
 * first again. Inlined into the page's HTML to start the first downloads, so it imports no library.
 */
export function chooseRemotes(
  { remotes }: Pick<Registry, 'remotes'>,
  { bucket, failed }: Visitor,
): ActiveRemotes {
  return {
    remotes: remotes.map((remote) => {
      const { id, stable, canary, previous } = remote;
      const versions: [ActiveRemote, ...ActiveRemote[]] = [
        { ...stable, channel: 'stable' },
        ...previous.map((release) => ({ ...release, channel: 'previous' as const })),
      ];
      if (canary && isInShare(bucket, id, canary.percent)) {
        versions.unshift({ ...canary.release, channel: 'canary' });
      }
      const version = versions.find((each) => !isAmong(failed, each)) ?? versions[0];
      return remote.values ? { ...version, values: valuesFor(remote, bucket) } : version;
    }),
  };
}
