import { shellName } from '../folder/folders.ts';
import {
  type PieceVersion,
  type Pointers,
  pointersIn,
  type RegistryDocument,
  withPointers,
} from '../folder/registry-document.ts';
import { withdrawnIn } from '../folder/withdrawn.ts';
import { UsageError } from '../release-error.ts';
import type { ReleaseContext } from './gate-question.ts';
import { movePointers } from './move-pointers.ts';
import { dropCanary, type Move, makeCanary, makeStable, moveOf } from './pointers.ts';

/** How the pointers of one remote were moved. */
export interface CanaryMove {
  readonly name: string;
  readonly stable: string;
  /** The canary and its share now; undefined when there is none any more. */
  readonly canary: { readonly version: string; readonly percent: number } | undefined;
  /** What was the canary before. */
  readonly before: { readonly version: string; readonly percent: number } | undefined;
}

/** Throws a UsageError on the shell. */
export function requireCanaries(name: string): void {
  if (name !== shellName) return;
  throw new UsageError('The shell has no canary: the page of every visitor is the same file');
}

function requireRemote(document: RegistryDocument, id: string): Pointers {
  requireCanaries(id);
  const remote = pointersIn(document, id);
  if (remote) return remote;
  if (withdrawnIn(document, id)) {
    throw new UsageError(`${id} is withdrawn: “pnpm release rollback ${id}” puts it back`);
  }
  throw new UsageError(`${id} has no stable version yet: run “pnpm release publish ${id}” first`);
}

const canaryOf = ({ canary }: Pointers) =>
  canary && { version: canary.release.version, percent: canary.percent };

const canaryMoveOf = (before: Pointers, after: Pointers): CanaryMove => ({
  name: after.id,
  stable: after.stable.version,
  canary: canaryOf(after),
  before: canaryOf(before),
});

interface CanaryShare {
  readonly id: string;
  /** Whole percent of the visitors, 1 to 99; 0 ends the canary. */
  readonly percent: number;
  /** The version that they get. */
  readonly choose: (document: RegistryDocument) => Promise<PieceVersion>;
}

async function nextPointers(remote: Pointers, release: PieceVersion, percent: number) {
  if (release.version !== remote.stable.version) return makeCanary(remote, release, percent);
  throw new UsageError(
    `${release.version} is what every visitor of ${remote.id} has already: build a change first, or name another version`,
  );
}

/** Gives a version of a remote to a share of the visitors, or ends that. */
export async function canary(
  context: ReleaseContext,
  { id, percent, choose }: CanaryShare,
): Promise<CanaryMove> {
  return movePointers(context, `canary ${id} ${percent}`, async (before) => {
    const remote = requireRemote(before, id);
    if (percent === 0 && !remote.canary) throw new UsageError(`${id} has no canary to end`);
    const next =
      percent === 0
        ? dropCanary(remote)
        : await nextPointers(remote, await choose(before), percent);
    const result = canaryMoveOf(remote, next);
    const isSame =
      result.canary?.version === result.before?.version &&
      result.canary?.percent === result.before?.percent;
    return { after: isSame ? before : withPointers(before, next), result };
  });
}

/** Gives a remote's canary to every visitor. */
export async function promote(context: ReleaseContext, id: string): Promise<Move> {
  return movePointers(context, `promote ${id}`, async (before) => {
    const remote = requireRemote(before, id);
    if (!remote.canary) {
      throw new UsageError(
        `${id} has no canary to promote: “pnpm release canary ${id} 10” gives it one`,
      );
    }
    const next = makeStable(id, remote, remote.canary.release);
    return { after: withPointers(before, next), result: moveOf(remote, next) };
  });
}
