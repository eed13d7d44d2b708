import type { Size } from '../bytes/size.ts';
import { pointersIn, type RegistryDocument, withPointers } from '../folder/registry-document.ts';
import { withdrawnIn } from '../folder/withdrawn.ts';
import type { BuiltPiece } from '../publish/built-files.ts';
import { type ReleaseContext, withLoading } from './gate-question.ts';
import { movePointers } from './move-pointers.ts';
import { type Move, makeStable, moveOf } from './pointers.ts';
import { type AddedPiece, withStaged } from './stage.ts';

/** What a publication did with one piece. */
export interface Published extends Move {
  /** Whether its files were new to the release folder. */
  readonly fresh: boolean;
  /** Whether no visitor got it any more. */
  readonly wasWithdrawn: boolean;
  readonly size: Size | undefined;
}

/** The document with an added version for every visitor; the same one when they have it already. */
export function withAdded(
  document: RegistryDocument,
  { name, version }: AddedPiece,
): RegistryDocument {
  const pointers = pointersIn(document, name);
  const next = makeStable(name, pointers, version);
  return next === pointers ? document : withPointers(document, next);
}

function describe(document: RegistryDocument, { name, version, fresh }: AddedPiece): Published {
  const pointers = pointersIn(document, name);
  const wasWithdrawn = withdrawnIn(document, name) !== undefined;
  const move = moveOf(pointers, makeStable(name, pointers, version));
  return { ...move, fresh, wasWithdrawn, size: version.size };
}

/**
 * Publishes builds: their files first, then all pointers at once. What is live already with the same
 * bytes stays as it is. Throws a RefusedError when the gate is against it: then nothing is left of them.
 */
export const publish = (
  context: ReleaseContext,
  builds: readonly BuiltPiece[],
): Promise<Published[]> =>
  withStaged(context, builds, (staged) => {
    const { pieces } = staged;
    const purpose = `publish ${pieces.map(({ name }) => name).join(', ')}`;
    return movePointers(
      withLoading(context),
      purpose,
      async (before) => ({
        after: pieces.reduce(withAdded, before),
        result: pieces.map((each) => describe(before, each)),
      }),
      staged,
    );
  });
