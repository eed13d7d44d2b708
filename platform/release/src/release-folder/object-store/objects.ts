import { createHash } from 'node:crypto';

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

export const REGISTRY = 'registry.json';
/** Maximum number of parallel requests. */
const PARALLEL = 16;

export async function inParallel<T>(items: readonly T[], work: (item: T) => Promise<unknown>) {
  for (let index = 0; index < items.length; index += PARALLEL) {
    await Promise.all(items.slice(index, index + PARALLEL).map(work));
  }
}

export const md5 = (content: Uint8Array): string => createHash('md5').update(content).digest('hex');

/** Returns the folder of the version that a file belongs to; undefined for all other files. */
export const versionFolderOf = (file: string): string | undefined =>
  /^(?:remotes\/[^/]+|shell)\/[^/]+(?=\/)/.exec(file)?.[0];

/** Whether a file never changes: its name or the name of its version's folder has a content hash. */
export const isImmutable = (file: string): boolean =>
  file.startsWith('static/') || versionFolderOf(file) !== undefined;

/** Whether a file is only in the copy: the lock, verdicts, and temporary files. */
export const isLocal = (file: string): boolean => /^\.(?!history\/|owners\.json$)/.test(file);

export const releaseJson = (folder: string): string => `${folder}/release.json`;

export const isInside = (file: string, paths: readonly string[]): boolean =>
  paths.some((each) => file === each || file.startsWith(`${each}/`));

/** Returns the folders of versions whose upload was not finished: release.json is uploaded last. */
export function unfinishedIn(files: Iterable<string>): Set<string> {
  const all = new Set(files);
  const folders = [...all].flatMap((file) => versionFolderOf(file) ?? []);
  return new Set(folders.filter((folder) => !all.has(releaseJson(folder))));
}
