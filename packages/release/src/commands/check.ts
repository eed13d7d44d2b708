import { mkdtemp } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { readOwners } from '../folder/owners.ts';
import {
  pointersIn,
  type RegistryDocument,
  readRegistry,
  withPointers,
} from '../folder/registry-document.ts';
import { findRelease } from '../folder/versions.ts';
import { bySeverity, type Finding, letThrough } from '../gate/gate.ts';
import type { BuiltPiece } from '../publish/built-files.ts';
import { type GateQuestion, type ReleaseContext, withLoading } from './gate-question.ts';
import { checkOwners } from './own.ts';
import { makeStable } from './pointers.ts';
import { withAdded } from './publish.ts';
import { withStaged } from './stage.ts';

export interface Checked {
  readonly names: readonly string[];
  /** None means that they can be deployed. */
  readonly refusals: readonly Finding[];
  /** What to think about before. */
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

/** Whether builds can be deployed, as publishing them all at once would ask. Nothing is changed. */
export async function check(
  context: ReleaseContext,
  builds: readonly BuiltPiece[],
): Promise<Checked> {
  const { release, progress } = context;
  const folder = await mkdtemp(path.join(tmpdir(), 'patchwork-check-'));
  // As if the release folder had none of them: the gate looks at the files of those that it has.
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

/** Whether a version that is published already could be made live. Nothing is changed. */
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
