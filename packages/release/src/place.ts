import { cp, mkdir, rename, rm } from 'node:fs/promises';
import path from 'node:path';
import { exists, temporaryBeside } from './files.ts';
import { precompress } from './precompress.ts';

/**
 * Copies files to the folder where they will lie for good, compressed copies beside them. The last
 * step is a rename: all of it appears, or nothing. A folder that exists is left as it is; the
 * answer says whether it was made.
 */
export async function placeForGood(
  source: string,
  files: readonly string[],
  folder: string,
): Promise<boolean> {
  if (await exists(folder)) return false;
  const temporary = temporaryBeside(folder);
  try {
    for (const file of files) {
      await mkdir(path.dirname(path.join(temporary, file)), { recursive: true });
      await cp(path.join(source, file), path.join(temporary, file));
    }
    await precompress(temporary, files);
    await rename(temporary, folder);
  } finally {
    await rm(temporary, { recursive: true, force: true });
  }
  return true;
}
