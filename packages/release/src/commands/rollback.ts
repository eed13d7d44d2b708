import { shellName } from '../folder/folders.ts';
import type { PieceVersion, Pointers } from '../folder/pointers.ts';
import { listPublished } from '../folder/published.ts';
import { pointersIn, type RegistryDocument, withPointers } from '../folder/registry-document.ts';
import { findRelease, readPointers } from '../folder/versions.ts';
import { withdrawnIn } from '../folder/withdrawn.ts';
import { UsageError } from '../release-error.ts';
import type { ReleaseContext } from './gate-question.ts';
import { movePointers } from './move-pointers.ts';
import { dropCanary, type Move, makeStable, moveOf, rollBack } from './pointers.ts';

/** Throws a UsageError when the version is the stable one. */
function requireOther({ id, stable, canary }: Pointers, version: string): void {
  if (stable.version !== version) return;
  if (canary) {
    throw new UsageError(
      `${version} is stable already, beside the canary ${canary.release.version}: “patchwork rollback ${id}” without a version ends the canary`,
    );
  }
  throw new UsageError(`${version} is what every visitor of ${id} has already`);
}

function requirePrevious({ id, previous: [previous] }: Pointers): string {
  if (previous) return previous.version;
  throw new UsageError(
    `${id} has no previous version to go back to. Name one: “patchwork list ${id}” shows them`,
  );
}

/** registry.json has no dates of the shell's versions; their own release.json has. */
async function withDates(release: string, pointers: Pointers): Promise<Pointers> {
  if (pointers.id !== shellName) return pointers;
  const published = await listPublished(release, shellName);
  const dates = new Map(published.map(({ version, publishedAt }) => [version, publishedAt]));
  const dated = ({ version }: PieceVersion) => ({ version, publishedAt: dates.get(version) });
  return { ...pointers, stable: dated(pointers.stable), previous: pointers.previous.map(dated) };
}

async function takeBack(
  release: string,
  document: RegistryDocument,
  pointers: Pointers,
  wanted: string | undefined,
): Promise<Pointers> {
  if (wanted === undefined && pointers.canary) return dropCanary(pointers);
  const version = wanted ?? requirePrevious(pointers);
  const target = await findRelease(release, document, pointers.id, version);
  requireOther(pointers, target.version);
  return rollBack(await withDates(release, pointers), target);
}

/** The pointers that a withdrawn remote had, or with a version that one alone. */
async function putBack(
  release: string,
  document: RegistryDocument,
  id: string,
  wanted: string | undefined,
): Promise<Pointers> {
  const withdrawn = withdrawnIn(document, id);
  if (!withdrawn) throw new UsageError(`${id} is not in this release folder`);
  if (wanted === undefined) return readPointers(release, id, withdrawn);
  return makeStable(id, undefined, await findRelease(release, document, id, wanted));
}

/** The stable version before the last step: beside a canary it is the present one. */
function versionBefore(document: RegistryDocument, name: string): string | undefined {
  const pointers = pointersIn(document, name);
  if (!pointers) return withdrawnIn(document, name)?.stable;
  return (pointers.canary ? pointers.stable : pointers.previous[0])?.version;
}

/**
 * Takes back the last step of a remote or the shell: ends its canary, or without one goes back to
 * the version before. With a version, goes to that one. Puts back a remote that was withdrawn. The way back
 * to what was live before needs no option: what one would let through is a warning.
 */
export async function rollback(
  context: ReleaseContext,
  name: string,
  wanted: string | undefined,
): Promise<Move> {
  return movePointers(context, `rollback ${name}`, async (before) => {
    const { release } = context;
    const pointers = pointersIn(before, name);
    const next = pointers
      ? await takeBack(release, before, pointers, wanted)
      : await putBack(release, before, name, wanted);
    const isWayBack = next.stable.version === versionBefore(before, name);
    return { after: withPointers(before, next), isWayBack, result: moveOf(pointers, next) };
  });
}
