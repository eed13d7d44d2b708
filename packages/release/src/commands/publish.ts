import { mkdtemp } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import type { BuiltPiece } from '../build/built-files.ts';
import type { Size } from '../folder/compression.ts';
import { type Move, makeStable, moveOf } from '../folder/pointers.ts';
import {
  pointersIn,
  type RegistryDocument,
  readRegistry,
  withdrawnIn,
  withPointers,
} from '../folder/registry.ts';
import { findRelease } from '../folder/versions.ts';
import { bySeverity, type Finding, letThrough } from '../gate/findings.ts';
import { type GateQuestion, type ReleaseContext, withLoading } from '../move/context.ts';
import { movePointers } from '../move/move-pointers.ts';
import { checkOwners, readOwners } from '../move/owners.ts';
import { type AddedPiece, withStaged } from '../move/staging.ts';

/** The result of publishing one piece. */
export interface Published extends Move {
  /** Whether its files were new to the release folder. */
  readonly fresh: boolean;
  readonly wasWithdrawn: boolean;
  readonly size: Size | undefined;
}

function withAdded(document: RegistryDocument, { name, version }: AddedPiece): RegistryDocument {
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
 * Publishes builds: their files first, then all pointers at once. A version that is live already with the same bytes
 * stays as it is. Throws a RefusedError if the gate refuses them, and then leaves none of their files.
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

export interface Checked {
  readonly names: readonly string[];
  /** Findings that stop a pointer; empty if the pieces can be deployed. */
  readonly refusals: readonly Finding[];
  /** Findings that stop nothing. */
  readonly warnings: readonly Finding[];
}

async function ask(
  context: ReleaseContext,
  { roots, checked }: Required<Pick<GateQuestion, 'roots' | 'checked'>>,
  change: (document: RegistryDocument) => Promise<RegistryDocument>,
): Promise<readonly Finding[]> {
  const { release, flags = [], progress } = context;
  const before = await readRegistry(release);
  const after = await change(before);
  progress('asking whether it can be deployed');
  const findings = await withLoading(context).gate({ before, after, roots, checked });
  return letThrough(findings, (flag) => flags.includes(flag));
}

/** Checks whether builds can be deployed, as if all of them were published at once. Changes nothing. */
export async function check(
  context: ReleaseContext,
  builds: readonly BuiltPiece[],
): Promise<Checked> {
  const { release, progress } = context;
  const folder = await mkdtemp(path.join(tmpdir(), 'patchwork-check-'));
  // Staged as if the release folder had none of them: the gate itself checks the files of versions that it has.
  return withStaged({ release: folder, progress, folder }, builds, async ({ pieces, findings }) => {
    const names = builds.map(({ name }) => name);
    const roots = [folder, release];
    const asked = await ask(context, { roots, checked: names }, async (before) =>
      pieces.reduce(withAdded, before),
    );
    const foreign = checkOwners(pieces, await readOwners(release));
    return { names, ...bySeverity([...findings, ...foreign, ...asked]) };
  });
}

/** Checks whether a published version could be made live. Changes nothing. */
export async function checkVersion(
  context: ReleaseContext,
  name: string,
  wanted: string,
): Promise<Checked> {
  const { release } = context;
  const findings = await ask(context, { roots: [release], checked: [name] }, async (before) => {
    const found = await findRelease(release, before, name, wanted);
    return withPointers(before, makeStable(name, pointersIn(before, name), found));
  });
  return { names: [name], ...bySeverity(findings) };
}
