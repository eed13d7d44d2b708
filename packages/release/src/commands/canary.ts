import { isDeepStrictEqual } from 'node:util';
import type { BuiltPiece } from '../build/built-files.ts';
import { UsageError } from '../errors.ts';
import { shellName } from '../folder/layout.ts';
import {
  dropCanary,
  type Move,
  makeCanary,
  makeStable,
  moveOf,
  namesIn,
  type PieceVersion,
  type PointerNames,
  type Pointers,
} from '../folder/pointers.ts';
import {
  pointersIn,
  type RegistryDocument,
  withdrawnIn,
  withPointers,
} from '../folder/registry.ts';
import { type ReleaseContext, withLoading } from '../move/context.ts';
import { movePointers } from '../move/move-pointers.ts';
import { withStaged } from '../move/staging.ts';

/** A change of the pointers of one remote. */
export interface CanaryMove extends Pick<PointerNames, 'stable' | 'canary'> {
  readonly name: string;
  readonly before: PointerNames['canary'];
}

/** Throws a UsageError for the shell, which has no canary. */
export function requireCanaries(name: string): void {
  if (name !== shellName) return;
  throw new UsageError('The shell has no canary: the page of every visitor is the same file');
}

function requireRemote(document: RegistryDocument, id: string): Pointers {
  requireCanaries(id);
  const remote = pointersIn(document, id);
  if (remote) return remote;
  if (withdrawnIn(document, id)) {
    throw new UsageError(`${id} is withdrawn: “patchwork rollback ${id}” puts it back`);
  }
  throw new UsageError(`${id} has no stable version yet: run “patchwork publish ${id}” first`);
}

interface CanaryShare {
  readonly id: string;
  /** Whole percent of the visitors, 1 to 99; 0 ends the canary. */
  readonly percent: number;
  /** Chooses the version that they get, unless a build is given. */
  readonly choose: (document: RegistryDocument) => Promise<PieceVersion>;
  readonly builds?: readonly BuiltPiece[];
}

function nextPointers(remote: Pointers, release: PieceVersion, percent: number): Pointers {
  if (release.version !== remote.stable.version) return makeCanary(remote, release, percent);
  throw new UsageError(
    `${release.version} is what every visitor of ${remote.id} has already: build a change first, or name another version`,
  );
}

/** Gives a version of a remote to a share of the visitors, or ends its canary. */
export async function canary(
  context: ReleaseContext,
  { id, percent, choose, builds = [] }: CanaryShare,
): Promise<CanaryMove> {
  return withStaged(context, builds, (staged) =>
    movePointers(
      withLoading(context),
      `canary ${id} ${percent}`,
      async (before) => {
        const remote = requireRemote(before, id);
        if (percent === 0 && !remote.canary) throw new UsageError(`${id} has no canary to end`);
        const next =
          percent === 0
            ? dropCanary(remote)
            : nextPointers(remote, staged.pieces[0]?.version ?? (await choose(before)), percent);
        const was = namesIn(remote).canary;
        const { stable, canary } = namesIn(next);
        const after = isDeepStrictEqual(canary, was) ? before : withPointers(before, next);
        return { after, result: { name: id, stable, canary, before: was } };
      },
      staged,
    ),
  );
}

/** Gives a remote's canary to every visitor. */
export async function promote(context: ReleaseContext, id: string): Promise<Move> {
  return movePointers(withLoading(context), `promote ${id}`, async (before) => {
    const remote = requireRemote(before, id);
    if (!remote.canary) {
      throw new UsageError(
        `${id} has no canary to promote: “patchwork canary ${id} 10” gives it one`,
      );
    }
    const next = makeStable(id, remote, remote.canary.release);
    return { after: withPointers(before, next), result: moveOf(remote, next) };
  });
}
