import { createHash } from 'node:crypto';
import { cp, mkdir, readdir, readFile, rm, stat, utimes } from 'node:fs/promises';
import path from 'node:path';
import { lookup } from 'mrmime';
import { ReleaseError } from '../errors.ts';
import { copyEnding } from '../folder/dictionaries.ts';
import {
  exists,
  listFiles,
  type ReadFile,
  readIfPresent,
  removeFolder,
  replaceFile,
} from '../folder/files.ts';
import { cacheControlOf } from '../folder/layout.ts';
import { pathsBeingPruned, readRegistry } from '../folder/registry.ts';
import { updateRootFiles } from '../folder/root-files.ts';
import { ConflictError, folderStore, partsIn, type ReleaseStore } from './store.ts';

export interface StoredObject {
  /** Path relative to the release. */
  readonly file: string;
  readonly size: number;
  /** Entity tag, which differs for different content. */
  readonly tag: string;
  readonly modified: Date;
}

export interface ObjectHeaders {
  readonly contentType: string | undefined;
  readonly contentEncoding: string | undefined;
  readonly cacheControl: string;
}

/** Condition for a write: the present object has this tag, or, for 'absent', there is no object. */
export type WriteCondition = { readonly tag: string } | 'absent';

/** Requests that a release makes to an object store, with paths relative to the release. */
export interface ObjectStorage {
  /** Address for messages: 's3://bucket/prefix'. */
  readonly address: string;
  readonly list: () => Promise<readonly StoredObject[]>;
  /** Reads an object; undefined if there is none, 'unchanged' if it has the known tag. */
  readonly read: (
    file: string,
    knownTag?: string,
  ) => Promise<{ readonly content: Buffer; readonly tag: string } | 'unchanged' | undefined>;
  /** Writes an object and returns its tag. Throws a ConflictError if the condition doesn't hold. */
  readonly write: (
    file: string,
    content: Uint8Array,
    headers: ObjectHeaders,
    condition?: WriteCondition,
  ) => Promise<string>;
  /** Deletes an object, if it exists. */
  readonly remove: (file: string) => Promise<void>;
}

const REGISTRY = 'registry.json';
/** Maximum number of parallel requests. */
const PARALLEL = 16;
/** Maximum number of attempts to copy a store that changes meanwhile, and to upload a new file. */
const MAX_ATTEMPTS = 20;

async function inParallel<T>(items: readonly T[], work: (item: T) => Promise<unknown>) {
  for (let index = 0; index < items.length; index += PARALLEL) {
    await Promise.all(items.slice(index, index + PARALLEL).map(work));
  }
}

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

const md5 = (content: Uint8Array): string => createHash('md5').update(content).digest('hex');

/** Returns the folder of the version that a file belongs to; undefined for all other files. */
const versionFolderOf = (file: string): string | undefined =>
  /^(?:remotes\/[^/]+|shell)\/[^/]+(?=\/)/.exec(file)?.[0];

const isImmutable = (file: string): boolean =>
  file.startsWith('static/') || versionFolderOf(file) !== undefined;

/** Whether a mutable file is verified: it is signed, or owners.json confirms its content. */
const isExamined = (file: string): boolean =>
  /^(?:registry|config|owners)\.json$|^\.history\//.test(file);

/** Whether a file is only in the copy: the lock, verdicts, and temporary files. */
const isLocal = (file: string): boolean => /^\.(?!history\/|owners\.json$)/.test(file);

const releaseJson = (folder: string): string => `${folder}/release.json`;

const isInside = (file: string, paths: readonly string[]): boolean =>
  paths.some((each) => file === each || file.startsWith(`${each}/`));

/** Returns the folders of versions whose upload was not finished: release.json is uploaded last. */
function unfinishedIn(files: Iterable<string>): Set<string> {
  const all = new Set(files);
  const folders = [...all].flatMap((file) => versionFolderOf(file) ?? []);
  return new Set(folders.filter((folder) => !all.has(releaseJson(folder))));
}

/**
 * Creates the store of a release that is in an object store. `folder` is its local copy. Pointers are compared and
 * swapped by conditional writes, so the object store needs no lock: a file that may change is only replaced if it still
 * is what this process has read. Callers hold the lock of the copy, which other processes of this machine share.
 *
 * If `examine` is given, the copy takes over only states for which it throws no error, and only immutable files for
 * which the function that it returns gives true. It gets a reader of the new state's files, and their paths. Other
 * files in the root are then not copied, but made from the signed ones.
 */
export function objectStore(
  objects: ObjectStorage,
  folder: string,
  examine?: (read: ReadFile, listed: ReadonlySet<string>) => Promise<(file: string) => boolean>,
): ReleaseStore {
  const { address } = objects;
  const copy = folderStore(folder);
  const inside = (file: string) => path.join(folder, file);
  /** Objects in the store as last seen, by path. */
  let known = new Map<string, StoredObject>();
  /** Tags of the contents in the copy, by path. */
  const tags = new Map<string, string>();
  /** Immutable files in the copy that no accepted state has had yet. */
  const unexamined = new Set<string>();
  let hasConditions = false;

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

  const isWanted = (file: string): boolean =>
    !isLocal(file) && (!examine || isImmutable(file) || isExamined(file));

  async function isCopied({ file, tag }: StoredObject): Promise<boolean> {
    // An immutable file was written in one step.
    if (isImmutable(file)) return exists(inside(file));
    // The tag of a small object is its MD5 in most stores. In others, the object is downloaded again.
    const content = await readFile(inside(file)).catch(() => undefined);
    return content !== undefined && md5(content) === tag.replaceAll('"', '');
  }

  /**
   * Downloads an object that the copy lacks. An immutable one goes to the copy, any other to `changed`. Throws a
   * ConflictError if the object has been deleted.
   */
  async function download(object: StoredObject, changed: Map<string, Buffer>): Promise<void> {
    const { file, modified } = object;
    if (await isCopied(object)) tags.set(file, object.tag);
    else {
      const found = await objects.read(file);
      if (!found || found === 'unchanged') throw new ConflictError(`${address}/${file} is gone`);
      if (isImmutable(file)) {
        unexamined.add(file);
        await replaceFile(inside(file), found.content);
      } else changed.set(file, found.content);
      tags.set(file, found.tag);
    }
    if (isImmutable(file)) await utimes(inside(file), modified, modified);
  }

  async function deleteOthers(files: ReadonlySet<string>): Promise<void> {
    const folders = new Set([...files].flatMap((file) => versionFolderOf(file) ?? []));
    for (const part of await partsIn(folder)) {
      if (versionFolderOf(`${part}/`) !== undefined && !folders.has(part)) {
        await removeFolder(inside(part));
      }
    }
    const others = (await listFiles(folder)).filter((file) => isWanted(file) && !files.has(file));
    for (const file of others) await rm(inside(file), { force: true });
  }

  /** Deletes what a failed copy has left, because a server serves the folder, unless this was the first copy. */
  async function dropUnexamined(): Promise<void> {
    if (!(await exists(inside(REGISTRY)))) return;
    for (const file of unexamined) await rm(inside(file), { force: true });
  }

  /** Copies the store once. Throws a ConflictError if it changes meanwhile. */
  async function copyAll(): Promise<void> {
    const registry = await objects.read(REGISTRY);
    if (registry === 'unchanged') throw new ConflictError(address);
    const listed = (await objects.list()).filter(({ file }) => isWanted(file));
    known = new Map(listed.map((object) => [object.file, object]));
    tags.clear();
    const pruned = registry ? pathsBeingPruned(registry.content) : [];
    const unfinished = [...unfinishedIn(known.keys())];
    const wanted = listed.filter(
      ({ file }) => file !== REGISTRY && !isInside(file, [...pruned, ...unfinished]),
    );
    const changed = new Map<string, Buffer>();
    await inParallel(wanted, (object) => download(object, changed));
    for (const { file, modified } of wanted) {
      const version = versionFolderOf(file);
      if (version !== undefined && file === releaseJson(version)) {
        await utimes(inside(version), modified, modified);
      }
    }
    // If the registry is the same as at the beginning, all other files belong to it or are older.
    const now = await objects.read(REGISTRY, registry?.tag);
    if (now !== (registry && 'unchanged')) throw new ConflictError(address);
    const files = new Set(wanted.map(({ file }) => file));
    if (registry) {
      const present = await readIfPresent(inside(REGISTRY));
      // Written last: until then, the copy has its previous state.
      if (!present?.equals(registry.content)) changed.set(REGISTRY, registry.content);
      tags.set(REGISTRY, registry.tag);
      files.add(REGISTRY);
    }
    const isSigned = await examine?.(
      async (file) =>
        changed.get(file) ?? (files.has(file) ? readIfPresent(inside(file)) : undefined),
      files,
    );
    unexamined.clear();
    for (const file of files)
      if (isImmutable(file) && isSigned?.(file) === false) files.delete(file);
    for (const [file, content] of changed) await replaceFile(inside(file), content);
    await deleteOthers(files);
    if (examine) await updateRootFiles(copy, await readRegistry(folder));
  }

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

  /** Uploads a new file. Keeps an existing one of that name: it has the same content, or a killed command left it. */
  async function uploadNew(staged: string, file: string): Promise<void> {
    const content = await readFile(path.join(staged, file));
    for (let attempt = 1; ; attempt += 1) {
      try {
        return await upload(file, content, 'absent');
      } catch (error) {
        if (!(error instanceof ConflictError) || attempt === MAX_ATTEMPTS) throw error;
      }
      // The conflict may be with a write in progress, which may fail.
      if (await objects.read(file)) return;
    }
  }

  return {
    folder,
    address,
    isShared: true,
    async refresh() {
      await claimFolder();
      try {
        for (let attempt = 1; attempt <= MAX_ATTEMPTS; attempt += 1) {
          try {
            return await copyAll();
          } catch (error) {
            if (!(error instanceof ConflictError)) throw error;
          }
        }
        throw new ReleaseError(`${address} keeps changing: try again`);
      } finally {
        if (examine) await dropUnexamined();
      }
    },
    async hasChanged() {
      const tag = tags.get(REGISTRY);
      return (await objects.read(REGISTRY, tag)) !== (tag && 'unchanged');
    },
    async add(staged) {
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
