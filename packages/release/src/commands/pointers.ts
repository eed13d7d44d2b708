import type { PieceVersion, Pointers } from '../folder/pointers.ts';

/** Previous versions that registry.json names; older ones are found in the folder. */
const PREVIOUS_VERSIONS = 5;

/** What a command changed for the visitors of one piece. */
export interface Move {
  readonly name: string;
  /** What every visitor has now. */
  readonly version: string;
  /** What every visitor had before; undefined at a first publication. */
  readonly before: string | undefined;
  /** The canary that this ended, unless it became stable. */
  readonly endedCanary: string | undefined;
}

export function moveOf(before: Pointers | undefined, { id, stable, canary }: Pointers): Move {
  const { version } = stable;
  const ended = canary ? undefined : before?.canary?.release.version;
  const endedCanary = ended === version ? undefined : ended;
  return { name: id, version, before: before?.stable.version, endedCanary };
}

const without = (versions: readonly PieceVersion[], { version }: PieceVersion): PieceVersion[] =>
  versions.filter((each) => each.version !== version).slice(0, PREVIOUS_VERSIONS);

/**
 * Gives a version to every visitor, which ends a canary. The stable version until now becomes the
 * first previous one.
 */
export function makeStable(
  id: string,
  before: Pointers | undefined,
  stable: PieceVersion,
): Pointers {
  if (before?.stable.version === stable.version) return before;
  const earlier = before ? [before.stable, ...before.previous] : [];
  return { id, stable, previous: without(earlier, stable) };
}

/** Gives a version to a share of the visitors; the others keep the stable one. */
export const makeCanary = (
  { id, stable, previous }: Pointers,
  release: PieceVersion,
  percent: number,
): Pointers => ({ id, stable, canary: { release, percent }, previous });

export const dropCanary = ({ id, stable, previous }: Pointers): Pointers => ({
  id,
  stable,
  previous,
});

/** Empty where it is not known. */
const publishedAt = (version: PieceVersion): string => version.publishedAt ?? '';

/**
 * Goes back to a version: the stable one until now is no longer good, nor are those between. Where
 * the version was published later, this is no way back, and the stable one becomes a previous one.
 */
export function rollBack(before: Pointers, stable: PieceVersion): Pointers {
  const { id, previous } = before;
  const index = previous.findIndex(({ version }) => version === stable.version);
  if (index >= 0) return { id, stable, previous: previous.slice(index + 1) };
  if (publishedAt(stable) > publishedAt(before.stable)) return makeStable(id, before, stable);
  const isOlder = (each: PieceVersion) => publishedAt(each) < publishedAt(stable);
  return { id, stable, previous: previous.filter(isOlder) };
}
