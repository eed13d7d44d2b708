import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import {
  pointersIn,
  type RegistryDocument,
  readRegistry,
  withPointers,
} from '../folder/registry-document.ts';
import { findRelease } from '../folder/versions.ts';
import { bySeverity, type Finding, letThrough } from '../gate/gate.ts';
import type { BuiltPiece } from '../publish/built-files.ts';
import { type ReleaseContext, withLoading } from './gate-question.ts';
import { makeStable } from './pointers.ts';
import { type AddedPiece, addVersion, withAdded } from './publish.ts';

export interface Checked {
  readonly names: readonly string[];
  /** None means that they can be deployed. */
  readonly refusals: readonly Finding[];
  /** What to think about before. */
  readonly warnings: readonly Finding[];
}

async function ask(
  context: ReleaseContext,
  { trial, checked }: { readonly trial: string; readonly checked: readonly string[] },
  change: (document: RegistryDocument) => Promise<RegistryDocument>,
): Promise<readonly Finding[]> {
  const { release, flags = [], progress } = context;
  const before = await readRegistry(release);
  const after = await change(before);
  progress('asking whether it can be deployed');
  const question = { before, after, roots: [trial, release], checked };
  const findings = await withLoading(context).gate(question);
  return letThrough(findings, (flag) => flags.includes(flag));
}

/** Whether builds can be deployed, as publishing them all at once would ask. Nothing is changed. */
export async function check(
  context: ReleaseContext,
  pieces: readonly BuiltPiece[],
): Promise<Checked> {
  const trial = await mkdtemp(path.join(tmpdir(), 'patchwork-check-'));
  try {
    const added: AddedPiece[] = [];
    for (const piece of pieces) {
      context.progress(`reading ${piece.name}`);
      added.push(await addVersion(trial, piece));
    }
    const names = pieces.map(({ name }) => name);
    const findings = await ask(context, { trial, checked: names }, async (before) =>
      added.reduce(withAdded, before),
    );
    return { names, ...bySeverity(findings) };
  } finally {
    await rm(trial, { recursive: true, force: true });
  }
}

/** Whether a version that is published already could be made live. Nothing is changed. */
export async function checkVersion(
  context: ReleaseContext,
  name: string,
  wanted: string,
): Promise<Checked> {
  const { release } = context;
  const findings = await ask(context, { trial: release, checked: [name] }, async (before) => {
    const found = await findRelease(release, before, name, wanted);
    return withPointers(before, makeStable(name, pointersIn(before, name), found));
  });
  return { names: [name], ...bySeverity(findings) };
}
