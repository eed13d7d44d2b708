import { mkdir, readdir, readFile, rename, utimes } from 'node:fs/promises';
import path from 'node:path';
import { ReleaseError } from '../errors.ts';

import {
  changedAt,
  exists,
  listFiles,
  readIfPresent,
  removeFolder,
  replaceFile,
  syncFolder,
} from './files.ts';
import { copyEnding, folderOfVersion, pieceNames, publishedVersions } from './layout.ts';

/**
 * Storage of a release. Everything that changes a release goes through its store. Everything that reads it uses plain
 * files, because the gate, the TypeScript compiler, the browser test and the server need those. All paths are relative
 * to the folder, with forward slashes.
 */
export interface ReleaseStore {
  /** Folder in which the release is read: the release itself, or a copy of what an object store holds. */
  readonly folder: string;
  /** The folder, or the object store's address: 's3://bucket/prefix'. */
  readonly address: string;
  /** Whether other machines may change the release at the same time: a lock holds on this machine only. */
  readonly isShared: boolean;
  /** Whether registry.json has changed since `refresh`. Always false for a folder, which is read anew each time. */
  hasChanged: () => Promise<boolean>;
  /** Brings the folder up to date with the object store. Does nothing if the folder is the release itself. */
  refresh: () => Promise<void>;
  /**
   * Adds the files of a folder that is laid out as a release. Added files never change afterwards. Parts (see partsIn)
   * that exist already are marked as used now.
   */
  add: (staged: string) => Promise<void>;
  /**
   * Replaces a file in one step: readers get the old or the new content. Throws a ConflictError if another machine has
   * changed it since `refresh`.
   */
  replace: (file: string, content: string | Uint8Array) => Promise<void>;
  /** Deletes files, and folders with their content. */
  remove: (paths: readonly string[]) => Promise<void>;
  /** Marks files and folders as used now (see prune). */
  touch: (paths: readonly string[]) => Promise<void>;
  /** Lists files and folders that killed commands left, unused since `before` (milliseconds since 1970). */
  leftovers: (before: number) => Promise<string[]>;
}

/** Error for a file that another machine has changed since this command read it. The command then starts again. */
export class ConflictError extends ReleaseError {
  override readonly name = 'ConflictError';
}

/** Whether a name is that of a temporary file or folder: hidden, with a UUID at its end. */
export const isTemporary = (name: string): boolean =>
  /^\..+\.[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/.test(name);
/** Matches pending records of moves, which a command deletes when it has added them to the log. */
const pending = /^\.history[\\/]pending[\\/]/;

/** Moves a file or folder unless its target exists. Returns whether it did. */
async function moveIfMissing(from: string, to: string): Promise<boolean> {
  if (await exists(to)) return false;
  await mkdir(path.dirname(to), { recursive: true });
  await rename(from, to);
  return true;
}

/** Lists the parts of a release that appear in one step: files in static/, and folders of versions. */
export async function partsIn(folder: string): Promise<string[]> {
  const parts = (await listFiles(path.join(folder, 'static'))).map((file) => `static/${file}`);
  for (const name of await pieceNames(folder)) {
    for (const version of await publishedVersions(folder, name)) {
      parts.push(folderOfVersion('', name, version));
    }
  }
  return parts;
}

/**
 * Throws a ReleaseError if a staged compressed copy of a shared file differs from the present one, which another command
 * has added since: the staged release.json states the hash of the staged one.
 */
export async function requireSameCopies(staged: string, folder: string): Promise<void> {
  for (const part of await partsIn(staged)) {
    if (!copyEnding.test(part)) continue;
    const present = await readIfPresent(path.join(folder, part));
    if (!present || present.equals(await readFile(path.join(staged, part)))) continue;
    throw new ReleaseError(
      `${part} was written by another command meanwhile, and differs: try again`,
    );
  }
}

/** Creates the store of a release that is a folder on this machine's disk. Callers hold the folder's lock. */
export function folderStore(folder: string): ReleaseStore {
  const inside = (file: string) => path.join(folder, file);
  const store: ReleaseStore = {
    folder,
    address: folder,
    isShared: false,
    hasChanged: async () => false,
    refresh: async () => undefined,
    async add(staged) {
      await requireSameCopies(staged, folder);
      const parts = await partsIn(staged);
      const present: string[] = [];
      for (const part of parts) {
        if (!(await moveIfMissing(path.join(staged, part), inside(part)))) present.push(part);
      }
      await store.touch(present);
      for (const each of new Set(parts.map((part) => path.dirname(inside(part))))) {
        await syncFolder(each);
      }
    },
    replace: (file, content) => replaceFile(inside(file), content),
    async remove(paths) {
      for (const each of paths) {
        if (await exists(inside(each))) await removeFolder(inside(each));
      }
    },
    async touch(paths) {
      const now = new Date();
      await Promise.all(paths.map((each) => utimes(inside(each), now, now).catch(() => undefined)));
    },
    async leftovers(before) {
      const entries = await readdir(folder, { recursive: true });
      const found = entries.filter(
        (entry) => isTemporary(path.basename(entry)) || pending.test(entry),
      );
      const ages = await Promise.all(found.map((entry) => changedAt(inside(entry))));
      return found.filter((_entry, index) => (ages[index] ?? before) <= before).sort();
    },
  };
  return store;
}
