import { readdir, rm, stat } from 'node:fs/promises';
import path from 'node:path';
import { ReleaseError } from '../errors.ts';
import { copyEnding } from '../folder/dictionaries.ts';
import { listFiles, removeFolder } from '../folder/files.ts';
import type { Integrity } from '../folder/integrity.ts';
import { pieceNames, shellName } from '../folder/layout.ts';
import { problemsIn, type RegistryDocument, registryIn } from '../folder/registry.ts';
import { describeComplete } from '../folder/root-files.ts';
import { listPublished, namedVersions, type PublishedVersion } from '../folder/versions.ts';
import type { ReleaseContext } from '../move/context.ts';
import { movePointers } from '../move/move-pointers.ts';
import { endOldPreviews, withoutOldPreviews } from './preview.ts';

/** Time after its last use for which a version is kept: open pages may still ask for its files. */
const RECENT_USE_MS = 24 * 60 * 60 * 1000;

export interface Pruned {
  readonly previews: readonly string[];
  readonly removed: readonly { readonly name: string; readonly version: string }[];
  /** Files in static/ that only removed shells used, and temporary files of killed processes. */
  readonly files: readonly string[];
  /**
   * Versions of the shell that stay and whose release.json can't be read. It is unknown which files
   * they need, so nothing in static/ is deleted.
   */
  readonly unreadableShells: readonly string[];
  /** Number of versions that stay. */
  readonly staying: number;
}

interface PruneOptions {
  /** Number of the newest versions of each piece, which stay whatever their age. */
  readonly keep: number;
  readonly dryRun: boolean;
  /** Milliseconds since 1970. */
  readonly now?: number;
}

const changedAt = (file: string): Promise<number> =>
  stat(file).then(
    ({ mtimeMs }) => mtimeMs,
    () => Number.POSITIVE_INFINITY,
  );

/** Time at which a version was last published, or last left by a pointer. */
const lastNeeded = async ({ folder, publishedAt }: PublishedVersion): Promise<number> =>
  Math.max(await changedAt(folder), Date.parse(publishedAt) || 0);

function requireReadable(document: RegistryDocument): void {
  const [problem] = problemsIn(document);
  if (problem === undefined) return;
  throw new ReleaseError(`${problem}. Nothing was deleted: fix that entry first`);
}

interface Versions {
  readonly old: PublishedVersion[];
  readonly staying: PublishedVersion[];
}

async function findOld(
  release: string,
  document: RegistryDocument,
  { keep, now = Date.now() }: PruneOptions,
): Promise<Versions> {
  const versions: Versions = { old: [], staying: [] };
  for (const name of await pieceNames(release)) {
    const named = namedVersions(document, name);
    for (const [index, version] of (await listPublished(release, name)).entries()) {
      const stays =
        index < keep ||
        named.includes(version.version) ||
        now - (await lastNeeded(version)) < RECENT_USE_MS;
      versions[stays ? 'staying' : 'old'].push(version);
    }
  }
  return versions;
}

/** Files of each version of the shell that stays or that a pointer names; undefined if they are unknown. */
function shellFiles(document: RegistryDocument, staying: readonly PublishedVersion[]) {
  const named = namedVersions(document, shellName);
  const unknown = named.map((version): [string, Integrity | undefined] => [version, undefined]);
  const found = staying
    .filter(({ name }) => name === shellName)
    .map(({ version, integrity }) => [version, integrity] as const);
  return new Map([...unknown, ...found]);
}

type ShellFiles = ReturnType<typeof shellFiles>;

const unreadable = (shells: ShellFiles): string[] =>
  [...shells].filter(([, files]) => files === undefined).map(([version]) => version);

/**
 * Hashed files in the root that no shell needs, that are not in `live`, and that were not used recently. None if the
 * files of one shell are unknown.
 */
async function orphans(release: string, shells: ShellFiles, now: number, live: string[]) {
  if (shells.size === 0 || unreadable(shells).length > 0) return [];
  const ofShells = [...shells.values()].flatMap((files = {}) => Object.keys(files));
  const listed = new Set([...ofShells, ...live]);
  const files = (await listFiles(path.join(release, 'static'))).map((file) => `static/${file}`);
  const unlisted = files.filter((file) => !listed.has(file.replace(copyEnding, '')));
  const ages = await Promise.all(unlisted.map((file) => changedAt(path.join(release, file))));
  return unlisted.filter((_file, index) => now - (ages[index] ?? now) >= RECENT_USE_MS);
}

/** Temporary files and folders of killed processes: hidden, with a UUID at the end. */
async function leftovers(release: string, now: number): Promise<string[]> {
  const temporary = /^\..+\.[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/;
  const entries = await readdir(release, { recursive: true });
  const found = entries.filter((entry) => temporary.test(path.basename(entry)));
  const ages = await Promise.all(found.map((entry) => changedAt(path.join(release, entry))));
  return found.filter((_entry, index) => now - (ages[index] ?? now) >= RECENT_USE_MS).sort();
}

async function remove(release: string, old: readonly PublishedVersion[], files: string[]) {
  // Folders first: a rollback must not find a shell whose files are deleted.
  for (const { folder } of old) await removeFolder(folder);
  for (const file of files) await rm(path.join(release, file), { recursive: true, force: true });
}

/**
 * Ends previews whose time is over, and deletes old versions: never one that a pointer names, that was needed within
 * the last day, or that is among the newest `keep` of its piece.
 */
export async function prune(context: ReleaseContext, options: PruneOptions): Promise<Pruned> {
  const { release, progress } = context;
  const { now = Date.now(), dryRun } = options;
  const previews = await endOldPreviews(context, now, dryRun);
  return movePointers(context, 'prune', async (before) => {
    requireReadable(before);
    progress('looking for old versions');
    const document = withoutOldPreviews(before, now);
    const { old, staying } = await findOld(release, document, options);
    const shells = shellFiles(document, staying);
    const { file } = describeComplete(registryIn(document));
    const unused = await orphans(release, shells, now, [file]);
    const files = [...unused, ...(await leftovers(release, now))];
    if (!dryRun) await remove(release, old, files);
    const removed = old.map(({ name, version }) => ({ name, version }));
    const result = {
      previews,
      removed,
      files,
      unreadableShells: unreadable(shells),
      staying: staying.length,
    };
    return { after: before, result };
  });
}
