import type { PublishedRemote } from '@patchwork/federation';
import type { Size } from '../bytes/size.ts';
import { shellName } from '../folder/folders.ts';
import { pointersIn, type RegistryDocument, withPointers } from '../folder/registry-document.ts';
import type { ShellRelease } from '../folder/shell-folder.ts';
import { withdrawnIn } from '../folder/withdrawn.ts';
import { addRemoteVersion } from '../publish/add-remote-version.ts';
import { addShellVersion } from '../publish/add-shell-version.ts';
import type { AddedVersion, BuiltPiece } from '../publish/built-files.ts';
import { type ReleaseContext, withLoading } from './gate-question.ts';
import { movePointers } from './move-pointers.ts';
import { type Move, makeStable, moveOf } from './pointers.ts';

/** What a publication did with one piece. */
export interface Published extends Move {
  /** Whether its files were new to the release folder. */
  readonly fresh: boolean;
  /** Whether no visitor got it any more. */
  readonly wasWithdrawn: boolean;
  readonly size: Size | undefined;
}

export interface AddedPiece extends AddedVersion<PublishedRemote | ShellRelease> {
  readonly name: string;
}

/** Copies a build to a folder of its own in the release folder. No visitor gets it yet. */
export async function addVersion(release: string, piece: BuiltPiece): Promise<AddedPiece> {
  const { name } = piece;
  if (name === shellName) return { name, ...(await addShellVersion(release, piece)) };
  const added = await addRemoteVersion(release, piece);
  return { name: added.version.id, ...added };
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
 * bytes stays as it is. Throws a RefusedError when the gate is against it: then no visitor gets them.
 */
export async function publish(
  context: ReleaseContext,
  pieces: readonly BuiltPiece[],
): Promise<Published[]> {
  const added: AddedPiece[] = [];
  for (const piece of pieces) {
    context.progress(`copying ${piece.name}`);
    added.push(await addVersion(context.release, piece));
  }
  const purpose = `publish ${added.map(({ name }) => name).join(', ')}`;
  return movePointers(withLoading(context), purpose, async (before) => ({
    after: added.reduce(withAdded, before),
    result: added.map((each) => describe(before, each)),
  }));
}
