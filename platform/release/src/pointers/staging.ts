import { rm } from 'node:fs/promises';
import path from 'node:path';
import type { PublishedRemote } from '@patchwork/host';
import { addForTrial, addRemoteVersion, addShellVersion } from '../build/add-version.ts';
import type { AddedVersion, BuiltPiece } from '../build/built-files.ts';
import { RefusedError } from '../errors.ts';
import type { Finding } from '../findings.ts';
import { temporaryBeside } from '../release-folder/files.ts';
import { shellName } from '../release-folder/layout.ts';
import { pointersIn, readRegistry, withPointers } from '../release-folder/registry.ts';
import type { ShellRelease } from '../release-folder/release-file.ts';
import type { GateQuestion, ReleaseContext } from './context.ts';
import { makeStable } from './next-pointers.ts';

export interface AddedPiece extends AddedVersion<PublishedRemote | ShellRelease> {
  readonly name: string;
  readonly repository?: readonly string[] | undefined;
}

/** Builds that a command publishes or checks. */
export interface Staged {
  /** Folder laid out as a release folder, with the versions that the release folder lacks. */
  readonly folder: string;
  /** Versions of the builds, without those that were refused before the gate. */
  readonly pieces: readonly AddedPiece[];
  /** Problems found before the gate was asked. */
  readonly findings: readonly Finding[];
}

interface Staging extends Pick<ReleaseContext, 'progress'> {
  /** Release folder whose versions are not copied again. */
  readonly release: string;
  /** Folder for the staged builds; by default one in the release folder that only this command uses. */
  readonly folder?: string;
}

/** Returns the options for staging builds beside the versions of a command's release. */
export const stagingOf = ({ store, progress }: ReleaseContext): Staging => ({
  release: store.folder,
  progress,
});

async function add(
  piece: BuiltPiece,
  folder: string,
  release: string,
): Promise<AddedPiece | readonly Finding[]> {
  const { name, repository } = piece;
  try {
    if (name === shellName)
      return { name, repository, ...(await addShellVersion(piece, folder, release)) };
    const added = await addRemoteVersion(piece, folder, release);
    return { name: added.version.id, repository, ...added };
  } catch (error) {
    if (error instanceof RefusedError) return error.refusals;
    throw error;
  }
}

/**
 * Copies builds to a folder that is deleted after `use`, so that refused builds leave nothing behind. Throws a
 * RefusedError if all of them are refused before `use`.
 */
export async function withStaged<T>(
  { release, progress, folder = temporaryBeside(path.join(release, 'staged')) }: Staging,
  builds: readonly BuiltPiece[],
  use: (staged: Staged) => Promise<T>,
): Promise<T> {
  const findings: Finding[] = builds.flatMap((build) => build.findings ?? []);
  const pieces: AddedPiece[] = [];
  try {
    for (const build of builds) {
      progress(`copying ${build.name}`);
      const added = await add(build, folder, release);
      if ('version' in added) pieces.push(added);
      else findings.push(...added);
    }
    if (builds.length > 0 && pieces.length === 0) throw new RefusedError(findings);
    return await use({ folder, pieces, findings });
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

/**
 * Asks what withStaged and a publication would ask the gate about builds of remotes, before their types are known. The
 * folder `staged` gets what their pages need.
 */
export async function askEarly(
  builds: readonly BuiltPiece[],
  release: string,
  staged: string,
): Promise<GateQuestion> {
  const before = await readRegistry(release);
  let after = before;
  for (const build of builds) {
    const version = await addForTrial(build, staged);
    const { id } = version;
    after = withPointers(after, makeStable(id, pointersIn(after, id), version));
  }
  return { before, after, roots: [staged, release] };
}
