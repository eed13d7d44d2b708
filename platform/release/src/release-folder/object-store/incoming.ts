import { createHash } from 'node:crypto';
import { mkdir, readFile, rename, rm, rmdir, stat } from 'node:fs/promises';
import path from 'node:path';
import { temporaryBeside, writeThrough } from '../files.ts';

/** A downloaded object that waits to be examined. */
interface Waiting {
  /** Tag in the listing in which the object was found. */
  readonly listed: string;
  /** Tag of the content. */
  readonly tag: string;
}

/**
 * Creates the staging folder of a copy: what is downloaded is there until the state to which it belongs has been
 * examined. It is beside the copy, because a server sends what is in the copy. Its files are named by hashes, so an
 * object's name is no path there. What is not taken over stays, so that it is not downloaded again at each attempt.
 */
export function createIncoming(copy: string) {
  const folder = temporaryBeside(copy);
  const waiting = new Map<string, Waiting>();
  const pathOf = (file: string): string =>
    path.join(folder, createHash('sha256').update(file).digest('hex'));

  return {
    /** Returns the tag of an object's content if it has been downloaded since it was last changed. */
    async tagOf(file: string, listed: string): Promise<string | undefined> {
      const found = waiting.get(file);
      if (found?.listed !== listed) return undefined;
      const stats = await stat(pathOf(file)).catch(() => undefined);
      return stats && found.tag;
    },
    async add(file: string, content: Buffer, tags: Waiting): Promise<void> {
      waiting.delete(file);
      await writeThrough(pathOf(file), content);
      waiting.set(file, tags);
    },
    read: (file: string): Promise<Buffer> => readFile(pathOf(file)),
    /** Moves a file to its place in the copy, also if there is a folder now. */
    async moveTo(file: string, target: string): Promise<void> {
      const present = await stat(target).catch(() => undefined);
      if (present?.isDirectory()) await rm(target, { recursive: true, force: true });
      await mkdir(path.dirname(target), { recursive: true });
      await rename(pathOf(file), target);
      waiting.delete(file);
    },
    /** Deletes what is no longer listed with the tag that it had. */
    async retain(listedTag: (file: string) => string | undefined): Promise<void> {
      for (const [file, { listed }] of waiting) {
        if (listedTag(file) === listed) continue;
        await rm(pathOf(file), { force: true });
        waiting.delete(file);
      }
      if (waiting.size === 0) await rmdir(folder).catch(() => undefined);
    },
  };
}
