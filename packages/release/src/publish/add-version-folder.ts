import { readFile, utimes } from 'node:fs/promises';
import path from 'node:path';
import { exists, writeThrough } from '../bytes/files.ts';
import type { Source } from '../bytes/integrity.ts';
import { precompress } from '../bytes/precompress.ts';
import { releaseFile } from '../folder/release-file.ts';

interface VersionFolder {
  readonly sources: readonly Source[];
  /** The version's folder, which only this process knows yet. */
  readonly folder: string;
  /** Returns the content of release.json, given that folder. */
  readonly describe: (folder: string) => Promise<unknown>;
}

/** Copies files to a version's folder, with compressed copies and release.json. */
export async function addVersionFolder(version: VersionFolder): Promise<void> {
  const { sources, folder, describe } = version;
  await Promise.all(
    sources.map(async ({ file, from }) =>
      writeThrough(path.join(folder, file), await readFile(from)),
    ),
  );
  await precompress(
    folder,
    sources.map(({ file }) => file),
    writeThrough,
  );
  const description = await describe(folder);
  await writeThrough(releaseFile(folder), `${JSON.stringify(description, null, 2)}\n`);
}

/** Whether a version is there already; it counts as used today then (see prune). */
export async function isUsedAgain(folder: string): Promise<boolean> {
  const now = new Date();
  if (!(await exists(folder))) return false;
  await utimes(folder, now, now);
  return true;
}
