import { mkdir, readFile, rename, rm, utimes } from 'node:fs/promises';
import path from 'node:path';
import { exists, syncFolder, temporaryBeside, writeThrough } from '../bytes/files.ts';
import type { Source } from '../bytes/integrity.ts';
import { precompress } from '../bytes/precompress.ts';
import { ensureRegistry } from '../folder/registry-document.ts';

interface VersionFolder {
  readonly release: string;
  readonly sources: readonly Source[];
  /** Where the files will lie for good. */
  readonly folder: string;
  /** The content of the folder's release.json; hears where the files lie for now. */
  readonly describe: (temporary: string) => Promise<unknown>;
}

export const releaseFile = (folder: string): string => path.join(folder, 'release.json');

async function fill(temporary: string, { sources, describe }: VersionFolder): Promise<void> {
  await mkdir(temporary, { recursive: true });
  await Promise.all(
    sources.map(async ({ file, from }) =>
      writeThrough(path.join(temporary, file), await readFile(from)),
    ),
  );
  await precompress(
    temporary,
    sources.map(({ file }) => file),
    writeThrough,
  );
  const description = await describe(temporary);
  await writeThrough(releaseFile(temporary), `${JSON.stringify(description, null, 2)}\n`);
}

/**
 * Copies files to the folder where they will lie for good, compressed copies and release.json beside
 * them. The last step is a rename: all of it appears, or nothing. A folder that exists is left as it
 * is, but counts as young again (see prune); the answer says whether it was made.
 */
export async function addVersionFolder(version: VersionFolder): Promise<boolean> {
  const { release, folder } = version;
  await ensureRegistry(release);
  const now = new Date();
  if (await exists(folder)) {
    await utimes(folder, now, now);
    return false;
  }
  const temporary = temporaryBeside(folder);
  try {
    await fill(temporary, version);
    await rename(temporary, folder);
  } catch (error) {
    // Another process was faster with the same version.
    if (!(await exists(folder))) throw error;
    return false;
  } finally {
    await rm(temporary, { recursive: true, force: true });
  }
  await syncFolder(path.dirname(folder));
  return true;
}
