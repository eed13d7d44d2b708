import { randomUUID } from 'node:crypto';
import type { Dirent } from 'node:fs';
import { lstat, mkdir, open, readdir, readFile, rename, rm, stat } from 'node:fs/promises';
import path from 'node:path';
import * as v from 'valibot';
import { explainSystemError, ReleaseError } from '../errors.ts';

/** Whether browsers need a file: they don't need source maps and build statistics. */
const isForBrowsers = (file: string): boolean =>
  path.posix.basename(file) !== 'mf-stats.json' && !file.endsWith('.map');

const ifPresent = <T>(result: Promise<T>): Promise<T | undefined> =>
  result.catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'ENOENT') return undefined;
    throw error;
  });

export const exists = async (file: string): Promise<boolean> =>
  (await ifPresent(stat(file))) !== undefined;

/**
 * Reads a file; undefined if there is none. Throws a ReleaseError for a file that can't be read and for a link to
 * nothing: a file that counts as missing may be overwritten.
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

/** Path of a file relative to a folder, with forward slashes. */
export const relativePath = (folder: string, file: string): string =>
  path.relative(folder, file).split(path.sep).join('/');

async function listAll(folder: string, isWanted: (entry: Dirent) => boolean): Promise<string[]> {
  const entries = await ifPresent(readdir(folder, { recursive: true, withFileTypes: true }));
  return (entries ?? [])
    .filter(isWanted)
    .map((entry) => relativePath(folder, path.join(entry.parentPath, entry.name)))
    .sort();
}

/** Every file below a folder. A missing folder holds none. */
export const listFiles = (folder: string): Promise<string[]> =>
  listAll(folder, (entry) => entry.isFile());

/** Names of the folders in a folder, without hidden ones: these are half written or half deleted. */
export async function listFolders(folder: string): Promise<string[]> {
  const entries = await ifPresent(readdir(folder, { withFileTypes: true }));
  return (entries ?? [])
    .filter((entry) => entry.isDirectory() && !entry.name.startsWith('.'))
    .map(({ name }) => name)
    .sort();
}

/** Lists the files of a build that are to be published. Throws a ReleaseError if the build contains a link. */
export async function publishedFiles(dist: string): Promise<string[]> {
  const [link] = await listAll(dist, (entry) => entry.isSymbolicLink());
  if (link === undefined) return (await listFiles(dist)).filter(isForBrowsers);
  throw new ReleaseError(
    `${path.join(dist, link)} is a link, and a release is made of plain files: replace it with what it leads to`,
  );
}

/** Returns a hidden name in the folder of a file, so that renaming it to the file is atomic. */
export const temporaryBeside = (file: string): string =>
  path.join(path.dirname(file), `.${path.basename(file)}.${randomUUID()}`);

/**
 * Flushes a folder's entries to the disk, so that they survive a power cut. Does nothing if the system can't open a
 * folder.
 */
export async function syncFolder(folder: string): Promise<void> {
  const handle = await open(folder).catch(() => undefined);
  await handle?.sync().catch(() => undefined);
  await handle?.close();
}

/** Writes a file and flushes it to the disk; creates its folders. */
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

/** Deletes a folder so that a reader finds all of it, or nothing. */
export async function removeFolder(folder: string): Promise<void> {
  const hidden = temporaryBeside(folder);
  await rename(folder, hidden);
  await rm(hidden, { recursive: true, force: true });
}

/** Reads a JSON file; undefined if it is missing, unreadable or refused by the schema. */
export async function readValid<T>(
  file: string,
  schema: v.GenericSchema<unknown, T>,
): Promise<T | undefined> {
  const text = await readFile(file, 'utf8').catch(() => '');
  const parsed = v.safeParse(v.pipe(v.string(), v.parseJson(), schema), text);
  return parsed.success ? parsed.output : undefined;
}

/** Parses a JSON file; throws a ReleaseError that names the file and the field at fault. */
export function parseJson<T>(
  file: string,
  content: Buffer,
  schema: v.GenericSchema<unknown, T>,
): T {
  const parsed = v.safeParse(v.pipe(v.string(), v.parseJson(), schema), content.toString());
  if (parsed.success) return parsed.output;
  const [issue] = parsed.issues;
  throw new ReleaseError(`${file}: ${v.getDotPath(issue) ?? 'document'}: ${issue.message}`);
}
