import type { BuiltPiece } from '../build/built-files.ts';
import { bySeverity, type Finding, letThrough } from '../findings.ts';
import type { GateQuestion, ReleaseContext } from '../pointers/context.ts';
import { movePointers, withSmokeTest } from '../pointers/move-pointers.ts';
import { type Move, makeStable, moveOf } from '../pointers/next-pointers.ts';
import { checkRepositories, readRepositories } from '../pointers/repositories.ts';
import { type AddedPiece, stagingOf, withStaged } from '../pointers/staging.ts';
import type { Size } from '../release-folder/compression.ts';
import { createTemporaryFolder } from '../release-folder/files.ts';
import {
  pointersIn,
  type RegistryDocument,
  readRegistry,
  withdrawnIn,
  withPointers,
} from '../release-folder/registry.ts';
import { findRelease } from '../release-folder/versions.ts';

export interface Published extends Move {
  /** Whether the files are new to the release folder. */
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
 * Publishes builds: first their files, then all pointers in one step. A piece keeps its pointers if the build's version
 * is stable already. Throws a RefusedError if the gate refuses, and then leaves no files behind.
 */
export const publish = (
  context: ReleaseContext,
  builds: readonly BuiltPiece[],
): Promise<Published[]> =>
  withStaged(stagingOf(context), builds, (staged) => {
    const { pieces } = staged;
    const purpose = `publish ${pieces.map(({ name }) => name).join(', ')}`;
    return movePointers(
      withSmokeTest(context),
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
  /** Findings that prevent a deployment; empty if it would be allowed. */
  readonly refusals: readonly Finding[];
  /** Findings that don't prevent a deployment. */
  readonly warnings: readonly Finding[];
}

async function ask(
  context: ReleaseContext,
  { roots, checked }: Required<Pick<GateQuestion, 'roots' | 'checked'>>,
  change: (document: RegistryDocument) => Promise<RegistryDocument>,
): Promise<readonly Finding[]> {
  const { store, flags = [], progress } = context;
  const before = await readRegistry(store.folder);
  const after = await change(before);
  progress('asking whether it can be deployed');
  const findings = await withSmokeTest(context).gate({ before, after, roots, checked });
  return letThrough(findings, (flag) => flags.includes(flag));
}

/**
 * Checks whether builds can be deployed together. Changes nothing in the release. Throws a RefusedError if none of the
 * builds can be copied.
 */
export async function check(
  context: ReleaseContext,
  builds: readonly BuiltPiece[],
): Promise<Checked> {
  const { store, progress } = context;
  const release = store.folder;
  const folder = await createTemporaryFolder('patchwork-check-');
  // Staged as if they were all new: the gate checks the files of existing versions itself.
  return withStaged({ release: folder, progress, folder }, builds, async ({ pieces, findings }) => {
    const names = builds.map(({ name }) => name);
    const roots = [folder, release];
    const asked = await ask(context, { roots, checked: names }, async (before) =>
      pieces.reduce(withAdded, before),
    );
    const foreign = checkRepositories(pieces, await readRepositories(release));
    return { names, ...bySeverity([...findings, ...foreign, ...asked]) };
  });
}

/** Checks whether a published version could become stable. Changes nothing. Throws as findRelease does. */
export async function checkVersion(
  context: ReleaseContext,
  name: string,
  wanted: string,
): Promise<Checked> {
  const release = context.store.folder;
  const findings = await ask(context, { roots: [release], checked: [name] }, async (before) => {
    const found = await findRelease(release, before, name, wanted);
    return withPointers(before, makeStable(name, pointersIn(before, name), found));
  });
  return { names: [name], ...bySeverity(findings) };
}
