import { mkdir, readdir, readFile, rm, utimes } from 'node:fs/promises';
import path from 'node:path';
import { ReleaseError } from '../../errors.ts';
import {
  changedAt,
  exists,
  listFiles,
  type ReadFile,
  readIfPresent,
  removeFolder,
  replaceFile,
  syncFolder,
} from '../files.ts';
import { pathsBeingPruned, readRegistry, registryIn } from '../registry.ts';
import { describeComplete, updateRootFiles } from '../root-files.ts';
import { ConflictError, folderStore, isTemporary, partsIn } from '../store.ts';
import { createIncoming } from './incoming.ts';
import { createPaths, fileNames } from './object-names.ts';
import {
  inParallel,
  isImmutable,
  isInside,
  isLocal,
  md5,
  type ObjectStorage,
  REGISTRY,
  releaseJson,
  type StoredObject,
  unfinishedIn,
  versionFolderOf,
} from './objects.ts';

/** Maximum number of attempts to copy a store that changes meanwhile. */
const MAX_ATTEMPTS = 20;
/** Milliseconds after which the staging folder of a process that was killed is deleted. */
const OLD_INCOMING_MS = 24 * 60 * 60_000;

/** A state of a release that is being copied, and that may be hostile. */
export interface NewState {
  /** Paths of its files. */
  readonly files: ReadonlySet<string>;
  readonly read: ReadFile;
  /** Returns those of the files that exist and have the expected hash. `expected` has the hashes by path. */
  readonly verify: (
    expected: ReadonlyMap<string, string>,
    hashOf: (content: Buffer) => string,
  ) => Promise<ReadonlySet<string>>;
}

/** Returns the files of a state that the copy takes over. Throws an error to keep the copy as it is. */
export type Examine = (state: NewState) => Promise<ReadonlySet<string>>;

/**
 * Creates the local copy of a release that is in an object store. Whatever is downloaded goes to a staging folder, and
 * from there to the copy when the whole state is known, and with `examine` only what that returns. What is in the root
 * of an examined release, such as the page, is not copied, but made from the examined files.
 */
export function createCopy(objects: ObjectStorage, folder: string, examine: Examine | undefined) {
  const { address } = objects;
  const inside = (file: string) => path.join(folder, file);
  const incoming = createIncoming(folder);
  /** Objects in the store as last seen, by path. */
  const known = new Map<string, StoredObject>();
  /** Tags of the contents in the copy, by path. */
  const tags = new Map<string, string>();
  /** Tags in the listing with which files came into the copy, by path. */
  const placed = new Map<string, string>();
  /** Hashes of contents in the copy that this process has verified, by path. */
  const verified = new Map<string, string>();
  /** Dates that this process has given to files in the copy (milliseconds since 1970), by path. */
  const dated = new Map<string, number>();
  let seenRegistry: string | undefined;

  /** Marks the folder as a copy. Throws a ReleaseError if it has unrelated files, which `refresh` would delete. */
  async function claimFolder(): Promise<void> {
    const file = inside('.copy-of');
    const claimed = (await readIfPresent(file))?.toString();
    if (claimed === address) return;
    const names = await readdir(folder).catch(() => []);
    if (claimed !== undefined || names.some((name) => !name.startsWith('.'))) {
      throw new ReleaseError(`${folder} is not a copy of ${address}: move it away`);
    }
    await mkdir(folder, { recursive: true });
    await replaceFile(file, address);
  }

  /** Deletes staging folders that killed processes have left. */
  async function deleteOldIncoming(): Promise<void> {
    const parent = path.dirname(folder);
    const start = `.${path.basename(folder)}.`;
    for (const name of await readdir(parent)) {
      if (!name.startsWith(start) || !isTemporary(name)) continue;
      const left = path.join(parent, name);
      if ((await changedAt(left)) < Date.now() - OLD_INCOMING_MS) {
        await rm(left, { recursive: true, force: true });
      }
    }
  }

  async function isCopied({ file, tag }: StoredObject): Promise<boolean> {
    // A file with a hash in its path came into the copy in one step, and never changes.
    if (isImmutable(file) || placed.get(file) === tag) return exists(inside(file));
    // The tag of a small object is its MD5 in most stores.
    const content = await readFile(inside(file)).catch(() => undefined);
    return content !== undefined && md5(content) === tag.replaceAll('"', '');
  }

  /** Downloads an object. Returns its tag. Throws a ConflictError if it has been deleted. */
  async function stage({ file, tag: listed }: StoredObject): Promise<string> {
    const present = await incoming.tagOf(file, listed);
    if (present !== undefined) return present;
    const found = await objects.read(file);
    if (!found || found === 'unchanged') throw new ConflictError(`${address}/${file} is gone`);
    await incoming.add(file, found.content, { listed, tag: found.tag });
    return found.tag;
  }

  async function listState(registry: Buffer | undefined): Promise<Map<string, StoredObject>> {
    const listed = await objects.list();
    const names = fileNames(listed.map(({ file }) => file));
    known.clear();
    for (const object of listed) {
      if (names.has(object.file) && !isLocal(object.file)) known.set(object.file, object);
    }
    const left = [...(registry ? pathsBeingPruned(registry) : []), ...unfinishedIn(known.keys())];
    return new Map([...known].filter(([file]) => !isInside(file, left)));
  }

  /** Opens a state: its files, and the tags of those that wait in the staging folder. */
  function openState(listed: ReadonlyMap<string, StoredObject>) {
    const staged = new Map<string, string>();
    async function obtain(object: StoredObject): Promise<void> {
      if (!(await isCopied(object))) staged.set(object.file, await stage(object));
    }
    async function isRight(file: string, hash: string, hashOf: (content: Buffer) => string) {
      const object = listed.get(file);
      if (!object) return false;
      if (verified.get(file) === hash && (await exists(inside(file)))) return true;
      const present = await readIfPresent(inside(file)).catch(() => undefined);
      if (present && hashOf(present) === hash) {
        verified.set(file, hash);
        return true;
      }
      const tag = await stage(object);
      if (hashOf(await incoming.read(file)) !== hash) return false;
      staged.set(file, tag);
      return true;
    }
    const state: NewState = {
      files: new Set(listed.keys()),
      async read(file) {
        const object = listed.get(file);
        if (!object) return undefined;
        await obtain(object);
        return staged.has(file) ? incoming.read(file) : readIfPresent(inside(file));
      },
      async verify(expected, hashOf) {
        const right = new Set<string>();
        await inParallel([...expected], async ([file, hash]) => {
          if (await isRight(file, hash, hashOf)) right.add(file);
        });
        return right;
      },
    };
    return { state, staged, obtain };
  }

  /** Returns the paths in the copy that an examined release has no objects for. */
  async function madeFiles(): Promise<ReadonlySet<string>> {
    const { file } = describeComplete(registryIn(await readRegistry(folder)));
    return new Set([file, `${file}.br`, `${file}.gz`]);
  }

  const isDocument = (file: string): boolean =>
    /^(?:registry|config|owners)\.json$|^\.history\//.test(file);

  async function othersThan(files: ReadonlySet<string>): Promise<string[]> {
    const made = examine ? await madeFiles().catch(() => new Set<string>()) : new Set<string>();
    return (await listFiles(folder)).filter((file) => {
      const isCopy = !examine || isImmutable(file) || isDocument(file);
      return isCopy && !isLocal(file) && !files.has(file) && !made.has(file);
    });
  }

  async function deleteOthers(files: ReadonlySet<string>): Promise<void> {
    const folders = new Set([...files].flatMap((file) => versionFolderOf(file) ?? []));
    for (const part of await partsIn(folder)) {
      if (versionFolderOf(`${part}/`) !== undefined && !folders.has(part)) {
        await removeFolder(inside(part));
      }
    }
    for (const file of await othersThan(files)) await rm(inside(file), { force: true });
  }

  /** Deletes the files in whose place, in some file systems, new files come. */
  async function deleteInTheWay(files: ReadonlySet<string>): Promise<void> {
    const paths = createPaths();
    for (const file of files) paths.add(file);
    for (const file of await othersThan(files)) {
      if (!paths.add(file)) await rm(inside(file), { force: true });
    }
  }

  /** Gives immutable files and folders of versions the dates of their objects: prune and the servers' ETags use them. */
  async function copyDates(
    listed: ReadonlyMap<string, StoredObject>,
    files: ReadonlySet<string>,
  ): Promise<void> {
    const others = [...files].flatMap((file) => {
      const { modified } = listed.get(file) ?? {};
      const isDue = modified && isImmutable(file) && dated.get(file) !== modified.getTime();
      return isDue ? [[file, modified] as const] : [];
    });
    await inParallel(others, async ([file, modified]) => {
      await utimes(inside(file), modified, modified);
      const version = versionFolderOf(file);
      if (version !== undefined && file === releaseJson(version)) {
        await utimes(inside(version), modified, modified);
      }
      dated.set(file, modified.getTime());
    });
  }

  /** Moves a state's files from the staging folder to the copy. registry.json is last: until then, the old state holds. */
  async function takeOver(
    listed: ReadonlyMap<string, StoredObject>,
    staged: ReadonlyMap<string, string>,
    files: ReadonlySet<string>,
  ): Promise<void> {
    const arriving = [...staged.keys()].filter((file) => files.has(file) && file !== REGISTRY);
    if (staged.has(REGISTRY)) arriving.push(REGISTRY);
    if (arriving.length > 0) await deleteInTheWay(files);
    for (const file of arriving) {
      verified.delete(file);
      dated.delete(file);
      await incoming.moveTo(file, inside(file));
      placed.set(file, listed.get(file)?.tag ?? '');
    }
    for (const each of new Set(arriving.map((file) => path.dirname(inside(file))))) {
      await syncFolder(each);
    }
    await copyDates(listed, files);
    tags.clear();
    for (const file of files) tags.set(file, staged.get(file) ?? listed.get(file)?.tag ?? '');
    await deleteOthers(files);
    if (examine) await updateRootFiles(folderStore(folder), await readRegistry(folder));
  }

  /** Copies the store once. Throws a ConflictError if it changes meanwhile. */
  async function copyAll(): Promise<void> {
    const registry = await objects.read(REGISTRY);
    if (registry === 'unchanged') throw new ConflictError(address);
    seenRegistry = registry?.tag;
    const listed = await listState(registry?.content);
    // It may have changed between the two requests, or be listed under another tag.
    listed.delete(REGISTRY);
    if (registry) {
      const { content, tag } = registry;
      const present = { file: REGISTRY, size: content.length, tag, modified: new Date() };
      known.set(REGISTRY, present);
      listed.set(REGISTRY, present);
      if (!(await isCopied(present))) await incoming.add(REGISTRY, content, { listed: tag, tag });
    }
    const { state, staged, obtain } = openState(listed);
    const copying = examine
      ? examine(state)
      : inParallel([...listed.values()], obtain).then(() => state.files);
    const [result] = await Promise.allSettled([copying]);
    await incoming.retain((file) => listed.get(file)?.tag);
    // If the registry is the same as at the beginning, all other files belong to it or are older.
    const now = await objects.read(REGISTRY, registry?.tag);
    if (now !== (registry && 'unchanged')) throw new ConflictError(address);
    if (result.status === 'rejected') throw result.reason;
    await takeOver(listed, staged, result.value);
    await incoming.retain((file) => listed.get(file)?.tag);
  }

  return {
    known,
    tags,
    /** Says that this process has changed a file in the copy. */
    changed(file: string): void {
      placed.delete(file);
      verified.delete(file);
      dated.delete(file);
    },
    async hasChanged(): Promise<boolean> {
      return (await objects.read(REGISTRY, seenRegistry)) !== (seenRegistry && 'unchanged');
    },
    async refresh(): Promise<void> {
      await claimFolder();
      await deleteOldIncoming();
      for (let attempt = 1; attempt <= MAX_ATTEMPTS; attempt += 1) {
        try {
          return await copyAll();
        } catch (error) {
          if (!(error instanceof ConflictError)) throw error;
        }
      }
      throw new ReleaseError(`${address} keeps changing: try again`);
    },
  };
}
