import { randomUUID } from 'node:crypto';
import { type Dirent, rmSync } from 'node:fs';
import {
  copyFile,
  link,
  lstat,
  mkdir,
  mkdtemp,
  open,
  readdir,
  readFile,
  rename,
  rm,
  stat,
  writeFile,
} from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import * as v from 'valibot';
import { explainSystemError, ReleaseError } from '../errors.ts';

/** Whether browsers need a file. Source maps and build statistics are not needed. */
const isForBrowsers = (file: string): boolean =>
  path.posix.basename(file) !== 'mf-stats.json' && !file.endsWith('.map');

const ifPresent = <T>(result: Promise<T>): Promise<T | undefined> =>
  result.catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'ENOENT') return undefined;
    throw error;
  });

export const exists = async (file: string): Promise<boolean> =>
  (await ifPresent(stat(file))) !== undefined;

/** Returns when a file or folder was last changed, in milliseconds since 1970; infinity if it doesn't exist. */
export const changedAt = (file: string): Promise<number> =>
  stat(file).then(
    ({ mtimeMs }) => mtimeMs,
    () => Number.POSITIVE_INFINITY,
  );

/**
 * Reads a file; undefined if it doesn't exist. Throws a ReleaseError for an unreadable file and for a broken link,
 * because a file that counts as missing may be overwritten.
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

/** Reads a file by its path in the release; undefined if there is none. */
export type ReadFile = (file: string) => Promise<Buffer | undefined>;

export const readerOf =
  (folder: string): ReadFile =>
  (file) =>
    readIfPresent(path.join(folder, file));

const temporaryFolders = new Set<string>();
process.on('exit', () => {
  for (const folder of temporaryFolders) rmSync(folder, { recursive: true, force: true });
});

/** Creates a temporary folder, which the caller deletes. If the process exits earlier, the folder is deleted then. */
export async function createTemporaryFolder(prefix: string): Promise<string> {
  const folder = await mkdtemp(path.join(tmpdir(), prefix));
  temporaryFolders.add(folder);
  return folder;
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

/** Lists all files below a folder, by path relative to it; none if the folder is missing. */
export const listFiles = (folder: string): Promise<string[]> =>
  listAll(folder, (entry) => entry.isFile());

/**
 * Lists the names of a folder's subfolders, sorted; none if it is missing. Leaves out hidden ones, which are being
 * written or deleted.
 */
export async function listFolders(folder: string): Promise<string[]> {
  const entries = await ifPresent(readdir(folder, { withFileTypes: true }));
  return (entries ?? [])
    .filter((entry) => entry.isDirectory() && !entry.name.startsWith('.'))
    .map(({ name }) => name)
    .sort();
}

/** Lists those files of a build that are published. Throws a ReleaseError if the build contains a symbolic link. */
export async function publishedFiles(dist: string): Promise<string[]> {
  const [link] = await listAll(dist, (entry) => entry.isSymbolicLink());
  if (link === undefined) return (await listFiles(dist)).filter(isForBrowsers);
  throw new ReleaseError(
    `${path.join(dist, link)} is a link, and a release is made of plain files: replace it with the file or folder that it leads to`,
  );
}

/** Returns a hidden path in the folder of a file. What is written there can be renamed to the file atomically. */
export const temporaryBeside = (file: string): string =>
  path.join(path.dirname(file), `.${path.basename(file)}.${randomUUID()}`);

/**
 * Flushes a folder's entries to disk, so that they survive a power failure. Does nothing where folders can't be opened.
 */
export async function syncFolder(folder: string): Promise<void> {
  const handle = await open(folder).catch(() => undefined);
  await handle?.sync().catch(() => undefined);
  await handle?.close();
}

/** Writes a file, creating its folders. Nothing is flushed to disk: for files that nobody needs after a crash. */
export async function writeNew(file: string, content: string | Uint8Array): Promise<void> {
  await mkdir(path.dirname(file), { recursive: true });
  await writeFile(file, content);
}

/** Links a file that never changes, creating the folders of the link. Copies it if that is on another disk. */
export async function linkFile(from: string, to: string): Promise<void> {
  await mkdir(path.dirname(to), { recursive: true });
  await link(from, to).catch(() => copyFile(from, to));
}

/** Writes a file, creating its folders, and flushes it to disk. */
export async function writeThrough(file: string, content: string | Uint8Array): Promise<void> {
  await mkdir(path.dirname(file), { recursive: true });
  const handle = await open(file, 'w');
  try {
    await handle.writeFile(content);
    await handle.sync();
  } catch (error) {
    // Node does not name the path of an open file.
    throw Object.assign(Object(error), { path: file });
  } finally {
    await handle.close();
  }
}

/** Writes a file atomically: readers see the old or the new content. */
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

/** Deletes a file or folder atomically: readers find all of it, or nothing. Rejects if it doesn't exist. */
export async function removeFolder(folder: string): Promise<void> {
  const hidden = temporaryBeside(folder);
  await rename(folder, hidden);
  await rm(hidden, { recursive: true, force: true });
}

/** Reads a JSON file; undefined if it is missing, unreadable or invalid. */
export async function readValid<T>(
  file: string,
  schema: v.GenericSchema<unknown, T>,
): Promise<T | undefined> {
  const text = await readFile(file, 'utf8').catch(() => '');
  const parsed = v.safeParse(v.pipe(v.string(), v.parseJson(), schema), text);
  return parsed.success ? parsed.output : undefined;
}

/** Parses the content of a JSON file. Throws a ReleaseError that names the file and the invalid field. */
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
