import { randomUUID } from 'node:crypto';
import type { Dirent } from 'node:fs';
import { lstat, mkdir, open, readdir, readFile, rename, rm, stat } from 'node:fs/promises';
import path from 'node:path';
import { ReleaseError } from '../release-error.ts';
import { explainSystemError } from '../system-error.ts';

/** What a build leaves behind for people and tools, not for browsers. */
const isForBrowsers = (file: string): boolean =>
  path.posix.basename(file) !== 'mf-stats.json' && !file.endsWith('.map');

/** What was asked of a path; undefined where nothing lies. Any other failure stays one. */
const ifPresent = <T>(answer: Promise<T>): Promise<T | undefined> =>
  answer.catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'ENOENT') return undefined;
    throw error;
  });

export const exists = async (file: string): Promise<boolean> =>
  (await ifPresent(stat(file))) !== undefined;

/**
 * A file's content; undefined where there is none. Throws a ReleaseError on one that is there and
 * can't be read, be it a link that leads nowhere: what is taken for missing is soon overwritten.
 */
export async function readIfPresent(file: string): Promise<Buffer | undefined> {
  try {
    const content = await ifPresent(readFile(file));
    if (content || !(await ifPresent(lstat(file)))?.isSymbolicLink()) return content;
  } catch (error) {
    throw new ReleaseError(`${file} cannot be read: ${explainSystemError(error) ?? String(error)}`);
  }
  throw new ReleaseError(`${file} cannot be read: it is a link to a file that is not there`);
}

/** Everything below a folder that `isWanted`, as sorted paths with forward slashes. */
async function listAll(folder: string, isWanted: (entry: Dirent) => boolean): Promise<string[]> {
  const entries = await ifPresent(readdir(folder, { recursive: true, withFileTypes: true }));
  return (entries ?? [])
    .filter(isWanted)
    .map((entry) => path.relative(folder, path.join(entry.parentPath, entry.name)))
    .map((file) => file.split(path.sep).join('/'))
    .sort();
}

/** Every file below a folder. A missing folder holds none. */
export const listFiles = (folder: string): Promise<string[]> =>
  listAll(folder, (entry) => entry.isFile());

/** The names of the folders in a folder, hidden ones left out: those are half made or half gone. */
export async function listFolders(folder: string): Promise<string[]> {
  const entries = await ifPresent(readdir(folder, { withFileTypes: true }));
  return (entries ?? [])
    .filter((entry) => entry.isDirectory() && !entry.name.startsWith('.'))
    .map(({ name }) => name)
    .sort();
}

/** The files of a build that are published. Throws a ReleaseError that names a link. */
export async function publishedFiles(dist: string): Promise<string[]> {
  const [link] = await listAll(dist, (entry) => entry.isSymbolicLink());
  if (link === undefined) return (await listFiles(dist)).filter(isForBrowsers);
  throw new ReleaseError(
    `${path.join(dist, link)} is a link, and a release is made of plain files: put what it leads to in its place`,
  );
}

/** A hidden name in the same folder, so that the rename that follows is atomic. */
export const temporaryBeside = (file: string): string =>
  path.join(path.dirname(file), `.${path.basename(file)}.${randomUUID()}`);

/** Waits until a folder's entries survive a power cut, where the system lets a folder be opened. */
export async function syncFolder(folder: string): Promise<void> {
  const handle = await open(folder).catch(() => undefined);
  await handle?.sync().catch(() => undefined);
  await handle?.close();
}

/** Writes a file to the disk itself, its folders made. */
export async function writeThrough(file: string, content: string | Uint8Array): Promise<void> {
  await mkdir(path.dirname(file), { recursive: true });
  const handle = await open(file, 'w');
  try {
    await handle.writeFile(content);
    await handle.sync();
  } finally {
    await handle.close();
  }
}

/** Writes a file so that a reader sees the old content or the new, never a part. */
export async function replaceFile(file: string, content: string | Uint8Array): Promise<void> {
  const temporary = temporaryBeside(file);
  try {
    await writeThrough(temporary, content);
    await rename(temporary, file);
  } finally {
    await rm(temporary, { force: true });
  }
  await syncFolder(path.dirname(file));
}

/** Takes a folder away so that a reader finds all of it, or nothing. */
export async function removeFolder(folder: string): Promise<void> {
  const going = temporaryBeside(folder);
  await rename(folder, going);
  await rm(going, { recursive: true, force: true });
}
