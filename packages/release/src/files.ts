import { createHash, randomUUID } from 'node:crypto';
import { mkdir, readdir, readFile, rename, rm, stat, writeFile } from 'node:fs/promises';
import path from 'node:path';

/** What a build leaves behind for people and tools, not for browsers. */
const isForBrowsers = (file: string): boolean =>
  path.posix.basename(file) !== 'mf-stats.json' && !file.endsWith('.map');

export const exists = (file: string): Promise<boolean> =>
  stat(file).then(
    () => true,
    () => false,
  );

/** Every file below a folder, as sorted paths with forward slashes. A missing folder holds none. */
export async function listFiles(folder: string): Promise<string[]> {
  const entries = await readdir(folder, { recursive: true, withFileTypes: true }).catch(() => []);
  return entries
    .filter((entry) => entry.isFile())
    .map((entry) => path.relative(folder, path.join(entry.parentPath, entry.name)))
    .map((file) => file.split(path.sep).join('/'))
    .sort();
}

/** The files of a build that are published. */
export const publishedFiles = async (dist: string): Promise<string[]> =>
  (await listFiles(dist)).filter(isForBrowsers);

/** Names a build by what is in it: the same files give the same ten hexadecimal digits. */
export async function contentHash(folder: string, files: readonly string[]): Promise<string> {
  const hash = createHash('sha256');
  for (const file of files) {
    const content = await readFile(path.join(folder, file));
    hash.update(`${file}\0${content.length}\0`).update(content);
  }
  return hash.digest('hex').slice(0, 10);
}

/** A hidden name in the same folder, so that the rename that follows is atomic. */
export const temporaryBeside = (file: string): string =>
  path.join(path.dirname(file), `.${path.basename(file)}.${randomUUID()}`);

/** Writes a file so that a reader sees the old content or the new, never a part. */
export async function replaceFile(file: string, content: string | Uint8Array): Promise<void> {
  await mkdir(path.dirname(file), { recursive: true });
  const temporary = temporaryBeside(file);
  try {
    await writeFile(temporary, content);
    await rename(temporary, file);
  } finally {
    await rm(temporary, { force: true });
  }
}
