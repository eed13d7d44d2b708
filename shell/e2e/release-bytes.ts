import { createHash } from 'node:crypto';
import { readdir, readFile } from 'node:fs/promises';
import path from 'node:path';

/** By path, the hash of each file of a folder that is wanted. */
export async function hashFiles(
  folder: string,
  wanted: (file: string) => boolean,
): Promise<Record<string, string>> {
  const hashes: Record<string, string> = {};
  const entries = await readdir(folder, { recursive: true, withFileTypes: true });
  for (const entry of entries.filter((each) => each.isFile())) {
    const file = path.relative(folder, path.join(entry.parentPath, entry.name));
    if (!wanted(file)) continue;
    const content = await readFile(path.join(folder, file));
    hashes[file] = createHash('sha256').update(content).digest('hex');
  }
  return hashes;
}

/** What a visitor gets of a release: all but the remotes, and the documents that name them. */
export const shellBytes = (release: string) =>
  hashFiles(release, (file) => !/^(?:\.|remotes\/|(?:static\/)?registry\.|index\.html)/.test(file));
