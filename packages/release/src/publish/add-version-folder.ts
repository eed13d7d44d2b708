import { mkdir, readFile, rename, rm, utimes } from 'node:fs/promises';
import path from 'node:path';
import { exists, syncFolder, temporaryBeside, writeThrough } from '../bytes/files.ts';
import type { Source } from '../bytes/integrity.ts';
import { precompress } from '../bytes/precompress.ts';
import { ensureRegistry } from '../folder/registry-document.ts';
import { releaseFile } from '../folder/release-file.ts';

interface VersionFolder {
  readonly release: string;
  readonly sources: readonly Source[];
  /** The version's folder. */
  readonly folder: string;
  /** Returns the content of release.json, given the temporary folder of the files. */
  readonly describe: (temporary: string) => Promise<unknown>;
}

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
 * Copies files to a version's folder, with compressed copies and release.json. The last step is a
 * rename: all of it appears, or nothing. A folder that exists is left as it is, but counts as used
 * today (see prune). Returns whether the folder is new.
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
