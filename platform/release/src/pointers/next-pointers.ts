import type { SetValues } from '@patchwork/host';
import type { PieceVersion, Pointers } from '../release-folder/piece-pointers.ts';

/** Maximum number of previous versions in registry.json. Older versions remain in the release folder. */
const PREVIOUS_VERSIONS = 5;

/** Change that a command makes to one piece's live versions. */
export interface Move {
  readonly name: string;
  /** Stable version after the change. */
  readonly version: string;
  /** Stable version before the change; undefined for a first publication. */
  readonly before: string | undefined;
  /** Canary that the change ended without making it stable; undefined if there is none. */
  readonly endedCanary: string | undefined;
}

export function moveOf(before: Pointers | undefined, { id, stable, canary }: Pointers): Move {
  const { version } = stable;
  const ended = canary ? undefined : before?.canary?.release.version;
  const endedCanary = ended === version ? undefined : ended;
  return { name: id, version, before: before?.stable.version, endedCanary };
}

const valuesOf = ({ values }: Partial<Pointers> = {}) => values && { values };

const without = (versions: readonly PieceVersion[], { version }: PieceVersion): PieceVersion[] =>
  versions.filter((each) => each.version !== version).slice(0, PREVIOUS_VERSIONS);

/**
 * Makes a version stable and ends the canary. The former stable version becomes the first previous one. If the version
 * is stable already, returns `before` unchanged, with its canary.
 */
export function makeStable(
  id: string,
  before: Pointers | undefined,
  stable: PieceVersion,
): Pointers {
  if (before?.stable.version === stable.version) return before;
  const earlier = before ? [before.stable, ...before.previous] : [];
  return { id, stable, previous: without(earlier, stable), ...valuesOf(before) };
}

/** Makes a version the canary for `percent` of the visitors; the others keep the stable version. */
export const makeCanary = (before: Pointers, release: PieceVersion, percent: number): Pointers => ({
  ...before,
  canary: { release, percent },
});

export const dropCanary = ({ canary: _ended, ...rest }: Pointers): Pointers => rest;

/** Sets the values of a remote's settings; the entry is left out if none is set. */
export function withValues({ values: _before, ...rest }: Pointers, values: SetValues): Pointers {
  return Object.keys(values).length > 0 ? { ...rest, values } : rest;
}

const publishedAt = (version: PieceVersion): string => version.publishedAt ?? '';

/**
 * Makes an earlier version stable again and ends the canary. Later versions, including the former stable one, are not
 * kept as previous versions. A version newer than the stable one is made stable as by makeStable.
 */
export function rollBack(before: Pointers, stable: PieceVersion): Pointers {
  const { id, previous } = before;
  const index = previous.findIndex(({ version }) => version === stable.version);
  const values = valuesOf(before);
  if (index >= 0) return { id, stable, previous: previous.slice(index + 1), ...values };
  if (publishedAt(stable) > publishedAt(before.stable)) return makeStable(id, before, stable);
  const isOlder = (each: PieceVersion) => publishedAt(each) < publishedAt(stable);
  return { id, stable, previous: previous.filter(isOlder), ...values };
}
