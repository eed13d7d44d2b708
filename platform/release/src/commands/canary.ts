import { isDeepStrictEqual } from 'node:util';
import type { BuiltPiece } from '../build/built-files.ts';
import { UsageError } from '../errors.ts';
import type { ReleaseContext } from '../pointers/context.ts';
import { movePointers, withSmokeTest } from '../pointers/move-pointers.ts';
import {
  dropCanary,
  type Move,
  makeCanary,
  makeStable,
  moveOf,
} from '../pointers/next-pointers.ts';
import { stagingOf, withStaged } from '../pointers/staging.ts';
import { shellName } from '../release-folder/layout.ts';
import {
  namesIn,
  type PieceVersion,
  type PointerNames,
  type Pointers,
} from '../release-folder/piece-pointers.ts';
import {
  pointersIn,
  type RegistryDocument,
  withdrawnIn,
  withPointers,
} from '../release-folder/registry.ts';

/** Change of a remote's canary: stable version and canary after the change, and the canary before the change. */
export interface CanaryMove extends Pick<PointerNames, 'stable' | 'canary'> {
  readonly name: string;
  readonly before: PointerNames['canary'];
}

/** Throws a UsageError for the shell, which can't have a canary. */
export function requireCanaries(name: string): void {
  if (name !== shellName) return;
  throw new UsageError('The shell can’t have a canary: all visitors get the same page');
}

function requireRemote(document: RegistryDocument, id: string): Pointers {
  requireCanaries(id);
  const remote = pointersIn(document, id);
  if (remote) return remote;
  if (withdrawnIn(document, id)) {
    throw new UsageError(`${id} is withdrawn: “patchwork rollback ${id}” restores it`);
  }
  throw new UsageError(`${id} has no stable version yet: run “patchwork publish ${id}” first`);
}

interface CanaryShare {
  readonly id: string;
  /** Whole percent of the visitors, 1 to 99; 0 ends the canary. */
  readonly percent: number;
  /** Returns the version for the canary. Not called if a build is given, or to end the canary. */
  readonly choose: (document: RegistryDocument) => Promise<PieceVersion>;
  readonly builds?: readonly BuiltPiece[];
  /** Canary that the caller has seen. The command is refused if its version or share has changed since. */
  readonly expected?: PointerNames['canary'];
}

/** Throws a UsageError if the canary is not the one that the caller has seen. */
function requireExpected(remote: Pointers, expected: PointerNames['canary']): void {
  if (!expected || isDeepStrictEqual(namesIn(remote).canary, expected)) return;
  throw new UsageError(
    `The canary of ${remote.id} was moved meanwhile: “patchwork list” shows where it is`,
  );
}

function nextPointers(remote: Pointers, release: PieceVersion, percent: number): Pointers {
  if (release.version !== remote.stable.version) return makeCanary(remote, release, percent);
  throw new UsageError(
    `${release.version} is the stable version of ${remote.id} already: build a change first, or name another version`,
  );
}

/**
 * Starts a remote's canary, changes its share, or ends it. A build that is stable already changes nothing. Throws a
 * UsageError if the remote is not live, if there is no canary to end, if the canary is not `expected`, if the chosen
 * version is stable already, or if the build is of another piece.
 */
export async function canary(
  context: ReleaseContext,
  { id, percent, choose, builds = [], expected }: CanaryShare,
): Promise<CanaryMove> {
  return withStaged(stagingOf(context), builds, (staged) =>
    movePointers(
      withSmokeTest(context),
      `canary ${id} ${percent}`,
      async (before) => {
        const remote = requireRemote(before, id);
        requireExpected(remote, expected);
        if (percent === 0 && !remote.canary) throw new UsageError(`${id} has no canary to end`);
        const [build] = staged.pieces;
        if (build && build.name !== id)
          throw new UsageError(`The build is of ${build.name}, not of ${id}`);
        const was = namesIn(remote).canary;
        // As with publish, the same bytes again change nothing.
        const isStable = build?.version.version === remote.stable.version;
        const next = isStable
          ? remote
          : percent === 0
            ? dropCanary(remote)
            : nextPointers(remote, build?.version ?? (await choose(before)), percent);
        const { stable, canary } = namesIn(next);
        const after = isDeepStrictEqual(canary, was) ? before : withPointers(before, next);
        return { after, result: { name: id, stable, canary, before: was } };
      },
      staged,
    ),
  );
}

/** Promotes a remote's canary to stable. Throws a UsageError if there is no canary, or one that is not `expected`. */
export async function promote(
  context: ReleaseContext,
  id: string,
  expected?: PointerNames['canary'],
): Promise<Move> {
  return movePointers(withSmokeTest(context), `promote ${id}`, async (before) => {
    const remote = requireRemote(before, id);
    requireExpected(remote, expected);
    if (!remote.canary) {
      throw new UsageError(
        `${id} has no canary to promote: “patchwork canary ${id} 10” starts one`,
      );
    }
    const next = makeStable(id, remote, remote.canary.release);
    return { after: withPointers(before, next), result: moveOf(remote, next) };
  });
}
