import { shellName } from '../folder/folders.ts';
import { listPublished } from '../folder/published.ts';
import {
  type PieceVersion,
  type Pointers,
  pointersIn,
  type RegistryDocument,
  withPointers,
} from '../folder/registry-document.ts';
import { findRelease } from '../folder/versions.ts';
import { UsageError } from '../release-error.ts';
import type { ReleaseContext } from './gate-question.ts';
import { movePointers, type Plan } from './move-pointers.ts';
import { dropCanary, rollBack } from './pointers.ts';

export interface Rollback {
  readonly name: string;
  /** What every visitor has now. */
  readonly version: string;
  /** What every visitor had before; the same version when only a canary was ended. */
  readonly before: string;
  /** The canary that this ended. */
  readonly endedCanary: string | undefined;
}

/** Throws a UsageError when the version is the stable one. */
function requireOther({ id, stable, canary }: Pointers, version: string): void {
  if (stable.version !== version) return;
  if (canary) {
    throw new UsageError(
      `${version} is stable already, beside the canary ${canary.release.version}: “pnpm release rollback ${id}” without a version ends the canary`,
    );
  }
  throw new UsageError(`${version} is what every visitor of ${id} has already`);
}

function requirePrevious({ id, previous: [previous] }: Pointers): string {
  if (previous) return previous.version;
  throw new UsageError(
    `${id} has no previous version to go back to. Name one: “pnpm release list ${id}” shows them`,
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

async function planRollback(
  release: string,
  before: RegistryDocument,
  name: string,
  wanted: string | undefined,
): Promise<Plan<Rollback>> {
  const pointers = pointersIn(before, name);
  if (!pointers) throw new UsageError(`${name} is not in this release folder`);
  const live = pointers.stable.version;
  const endedCanary = pointers.canary?.release.version;
  if (wanted === undefined && endedCanary !== undefined) {
    const result = { name, version: live, before: live, endedCanary };
    return { after: withPointers(before, dropCanary(pointers)), result };
  }
  const target = await findRelease(release, before, name, wanted ?? requirePrevious(pointers));
  requireOther(pointers, target.version);
  const result = { name, version: target.version, before: live, endedCanary };
  return {
    after: withPointers(before, rollBack(await withDates(release, pointers), target)),
    result,
  };
}

/**
 * Takes back the last step of a remote or the shell: ends its canary, or without one goes back to
 * the version before. With a version, goes to that one.
 */
export const rollback = (
  context: ReleaseContext,
  name: string,
  wanted: string | undefined,
): Promise<Rollback> =>
  movePointers(context, `rollback ${name}`, (before) =>
    planRollback(context.release, before, name, wanted),
  );
