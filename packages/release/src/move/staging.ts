import { mkdir, rename, rm, utimes } from 'node:fs/promises';
import path from 'node:path';
import type { PublishedRemote } from '@patchwork/federation';
import { addRemoteVersion, addShellVersion } from '../build/add-version.ts';
import type { AddedVersion, BuiltPiece } from '../build/built-files.ts';
import { RefusedError } from '../errors.ts';
import { exists, listFiles, syncFolder, temporaryBeside } from '../folder/files.ts';
import { folderOfVersion, pieceNames, publishedVersions, shellName } from '../folder/layout.ts';
import { type RegistryDocument, registryFile, writeRegistry } from '../folder/registry.ts';
import type { ShellRelease } from '../folder/release-file.ts';
import type { Finding } from '../gate/findings.ts';
import type { ReleaseContext } from './context.ts';

export interface AddedPiece extends AddedVersion<PublishedRemote | ShellRelease> {
  readonly name: string;
  readonly owner?: readonly string[] | undefined;
}

/** Builds that are to become versions of a release folder. */
export interface Staged {
  /** A folder laid out as a release folder, with the versions that the release folder does not have yet. */
  readonly folder: string;
  /** Versions of the builds, without those that were refused before the gate could be asked. */
  readonly pieces: readonly AddedPiece[];
  /** Faults that were found before the gate was asked. */
  readonly findings: readonly Finding[];
}

interface Staging extends Pick<ReleaseContext, 'release' | 'progress'> {
  /** The folder to stage them in. Default: one in the release folder that only this command sees. */
  readonly folder?: string;
}

async function add(
  piece: BuiltPiece,
  folder: string,
  release: string,
): Promise<AddedPiece | readonly Finding[]> {
  const { name, owner } = piece;
  try {
    if (name === shellName)
      return { name, owner, ...(await addShellVersion(piece, folder, release)) };
    const added = await addRemoteVersion(piece, folder, release);
    return { name: added.version.id, owner, ...added };
  } catch (error) {
    if (error instanceof RefusedError) return error.refusals;
    throw error;
  }
}

/**
 * Copies builds to a folder that is deleted after `use`, so that a refused one leaves nothing in the release folder.
 * Throws a RefusedError when none of them can be copied.
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

/** Moves a file or folder, unless its target exists: that then counts as used now (see prune). */
async function moveIfMissing(from: string, to: string): Promise<void> {
  const now = new Date();
  if (await exists(to)) return utimes(to, now, now);
  await mkdir(path.dirname(to), { recursive: true });
  await rename(from, to);
}

/**
 * Makes versions of staged builds: the files that shells share first, then each version's folder, in one step
 * each. Needs the release's lock.
 */
export async function adopt(release: string, staged: string, document: RegistryDocument) {
  // Versions without a registry would look like a registry that was lost.
  if (!(await exists(registryFile(release)))) await writeRegistry(release, document);
  const files = (await listFiles(path.join(staged, 'static'))).map((file) => `static/${file}`);
  for (const file of files) {
    await moveIfMissing(path.join(staged, file), path.join(release, file));
  }
  const folders = new Set(files.map((file) => path.dirname(path.join(release, file))));
  for (const name of await pieceNames(staged)) {
    for (const version of await publishedVersions(staged, name)) {
      const folder = folderOfVersion(release, name, version);
      await moveIfMissing(folderOfVersion(staged, name, version), folder);
      folders.add(path.dirname(folder));
    }
  }
  for (const folder of folders) await syncFolder(folder);
}
