import { rm } from 'node:fs/promises';
import { readIfPresent, replaceFile } from '../bytes/files.ts';
import { dropCompressed } from '../bytes/precompress.ts';

/** In each derived file of the root: one of the same name without it is someone else's. */
export const mark = 'Written by patchwork';

/** Writes a file of the root that other web servers use, or deletes it: undefined. Leaves someone else's alone. */
export async function updateWrittenFile(file: string, text: string | undefined): Promise<void> {
  const present = (await readIfPresent(file))?.toString();
  if (present === text || (present !== undefined && !present.includes(mark))) return;
  await dropCompressed(file);
  if (text === undefined) await rm(file);
  else await replaceFile(file, text);
}
