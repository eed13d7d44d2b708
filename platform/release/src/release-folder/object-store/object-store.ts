import { cp, readFile, stat } from 'node:fs/promises';
import path from 'node:path';
import { lookup } from 'mrmime';
import { ReleaseError } from '../../errors.ts';

import { exists, listFiles, readIfPresent } from '../files.ts';
import { cacheControlOf, copyEnding } from '../layout.ts';
import {
  ConflictError,
  folderStore,
  partsIn,
  type ReleaseStore,
  requireSameCopies,
} from '../store.ts';
import { createCopy, type Examine } from './copy.ts';
import {
  inParallel,
  isImmutable,
  isInside,
  isLocal,
  md5,
  type ObjectHeaders,
  type ObjectStorage,
  REGISTRY,
  releaseJson,
  unfinishedIn,
  versionFolderOf,
  type WriteCondition,
} from './objects.ts';

/** Maximum number of attempts to upload a new file. */
const MAX_ATTEMPTS = 20;

const codings: Readonly<Record<string, string>> = { '.br': 'br', '.gz': 'gzip' };

/** Returns the headers of an object: those with which the release server sends the file. */
function headersOf(file: string): ObjectHeaders {
  const [ending] = copyEnding.exec(file) ?? [];
  const type = lookup(file.replace(copyEnding, ''));
  return {
    contentType: type === 'text/html' ? `${type};charset=utf-8` : type,
    contentEncoding: ending && (codings[ending] ?? 'dcz'),
    cacheControl: cacheControlOf(`/${file}`),
  };
}

/**
 * Creates the store of a release that is in an object store. `folder` is its local copy. Pointers are compared and
 * swapped by conditional writes, so the object store needs no lock: a file that may change is only replaced if it still
 * is what this process has read. Callers hold the lock of the copy, which other processes of this machine share.
 *
 * If `examine` is given, the copy takes over only states for which it throws no error, and only the files that it
 * returns.
 */
export function objectStore(
  objects: ObjectStorage,
  folder: string,
  examine?: Examine,
): ReleaseStore {
  const { address } = objects;
  const copy = folderStore(folder);
  const copied = createCopy(objects, folder, examine);
  const { known, tags } = copied;
  const inside = (file: string) => path.join(folder, file);
  let hasConditions = false;

  /**
   * Throws a ReleaseError if the store ignores the conditions of writes. To find out, tries a write whose condition
   * doesn't hold. Should that succeed, nothing changes, because the content is the same.
   */
  async function requireConditions(): Promise<void> {
    if (hasConditions || !tags.has(REGISTRY)) return;
    const content = await readFile(inside(REGISTRY));
    hasConditions = await objects
      .write(REGISTRY, content, headersOf(REGISTRY), { tag: '"none"' })
      .then(
        () => false,
        (error) => {
          if (error instanceof ConflictError) return true;
          throw error;
        },
      );
    if (hasConditions) return;
    throw new ReleaseError(
      `${address} ignores the conditions of writes (If-Match), so two machines could overwrite each other’s moves: use a store that supports them`,
    );
  }

  const upload = async (file: string, content: Uint8Array, condition?: WriteCondition) =>
    void tags.set(file, await objects.write(file, content, headersOf(file), condition));

  /**
   * Uploads a new file. Keeps an existing one with the same content, or release.json of the same version. A compressed
   * copy that a killed command left may have been written by another compressor, and is replaced. Throws a ReleaseError
   * if other versions share it.
   */
  async function uploadNew(staged: string, file: string): Promise<void> {
    const content = await readFile(path.join(staged, file));
    for (let attempt = 1; ; attempt += 1) {
      try {
        return await upload(file, content, 'absent');
      } catch (error) {
        if (!(error instanceof ConflictError) || attempt === MAX_ATTEMPTS) throw error;
      }
      const present = await objects.read(file);
      // The conflict may be with a write in progress, which may fail.
      if (!present || present === 'unchanged') continue;
      if (!copyEnding.test(file) || present.content.equals(content)) return;
      if (versionFolderOf(file) === undefined) {
        throw new ReleaseError(
          `${address}/${file} was written by another command meanwhile, and differs: try again`,
        );
      }
      return upload(file, content, { tag: present.tag });
    }
  }

  return {
    folder,
    address,
    isShared: true,
    refresh: copied.refresh,
    hasChanged: copied.hasChanged,
    async add(staged) {
      await requireSameCopies(staged, folder);
      const present = new Set(await partsIn(folder));
      const isNew = (file: string) => !present.has(versionFolderOf(file) ?? file);
      const files = (await listFiles(staged)).filter(isNew);
      const last = files.filter((file) => file === releaseJson(versionFolderOf(file) ?? ''));
      const first = files.filter((file) => !last.includes(file));
      await inParallel(first, (file) => uploadNew(staged, file));
      await inParallel(last, (file) => uploadNew(staged, file));
      await this.touch((await partsIn(staged)).filter((part) => present.has(part)));
      // Copied rather than moved: a command that starts again uploads the staged files again.
      if (await exists(staged)) await cp(staged, folder, { recursive: true, force: false });
    },
    async replace(file, content) {
      if (file === REGISTRY) await requireConditions();
      const tag = tags.get(file);
      await upload(file, Buffer.from(content), tag === undefined ? 'absent' : { tag });
      copied.changed(file);
      await copy.replace(file, content);
    },
    async remove(paths) {
      const files = [...new Set([...known.keys(), ...tags.keys()])];
      const doomed = files.filter((file) => isInside(file, paths));
      // Without its release.json a version no longer counts as one.
      const first = doomed.filter((file) => file === releaseJson(versionFolderOf(file) ?? ''));
      await inParallel(first, objects.remove);
      await inParallel(
        doomed.filter((file) => !first.includes(file)),
        objects.remove,
      );
      for (const file of doomed) {
        known.delete(file);
        tags.delete(file);
      }
      await copy.remove(paths);
    },
    async touch(paths) {
      await copy.touch(paths);
      const files = paths.map((each) => (versionFolderOf(`${each}/`) ? releaseJson(each) : each));
      await inParallel(
        files.filter((file) => tags.has(file)),
        async (file) => upload(file, await readFile(inside(file))),
      );
    },
    async leftovers(before) {
      const unfinished = [...unfinishedIn(known.keys())].filter((each) =>
        [...known.values()].every(
          ({ file, modified }) => !isInside(file, [each]) || modified.getTime() < before,
        ),
      );
      return [...(await copy.leftovers(before)), ...unfinished];
    },
  };
}

/** Creates a read-only object store from a folder, for a server whose release folder is written by others. */
export function folderObjects(folder: string): ObjectStorage {
  const readOnly = () => Promise.reject(new Error(`${folder} is only read`));
  const tagOf = async (file: string, size: number, modified: Date) =>
    isImmutable(file)
      ? `${size} ${modified.getTime()}`
      : md5(await readFile(path.join(folder, file)));
  return {
    address: folder,
    async list() {
      const files = (await listFiles(folder)).filter((file) => !isLocal(file));
      return Promise.all(
        files.map(async (file) => {
          const { size, mtime: modified } = await stat(path.join(folder, file));
          return { file, size, tag: await tagOf(file, size, modified), modified };
        }),
      );
    },
    async read(file, knownTag) {
      const content = await readIfPresent(path.join(folder, file));
      if (!content) return undefined;
      const tag = md5(content);
      return tag === knownTag ? 'unchanged' : { content, tag };
    },
    write: readOnly,
    remove: readOnly,
  };
}
