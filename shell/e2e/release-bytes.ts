import { createHash } from 'node:crypto';
import { readdir, readFile } from 'node:fs/promises';
import path from 'node:path';

/** The paths of all files in a folder, from the folder on. */
export async function listFiles(folder: string): Promise<string[]> {
  const entries = await readdir(folder, { recursive: true, withFileTypes: true });
  return entries
    .filter((entry) => entry.isFile())
    .map((entry) => path.relative(folder, path.join(entry.parentPath, entry.name)));
}

/** By path, the hash of each file of a folder that is wanted. */
export async function hashFiles(
  folder: string,
  wanted: (file: string) => boolean,
): Promise<Record<string, string>> {
  const hashes: Record<string, string> = {};
  for (const file of (await listFiles(folder)).filter(wanted)) {
    const content = await readFile(path.join(folder, file));
    hashes[file] = createHash('sha256').update(content).digest('hex');
  }
  return hashes;
}

/** Hashes the files that a visitor gets of a release: all but the remotes, and the documents that name them. */
export const shellBytes = (release: string) =>
  hashFiles(release, (file) => !/^(?:\.|remotes\/|(?:static\/)?registry\.|index\.html)/.test(file));
