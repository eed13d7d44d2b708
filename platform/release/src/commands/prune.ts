import path from 'node:path';
import { ReleaseError } from '../errors.ts';
import { settle } from '../pointers/change-release.ts';
import type { ReleaseContext } from '../pointers/context.ts';
import { movePointers } from '../pointers/move-pointers.ts';
import { changedAt, listFiles } from '../release-folder/files.ts';
import type { Integrity } from '../release-folder/integrity.ts';
import { copyEnding, folderOfVersion, pieceNames, shellName } from '../release-folder/layout.ts';
import {
  problemsIn,
  type RegistryDocument,
  registryIn,
  writeRegistry,
} from '../release-folder/registry.ts';
import { describeComplete } from '../release-folder/root-files.ts';
import type { ReleaseStore } from '../release-folder/store.ts';
import { listPublished, namedVersions, type PublishedVersion } from '../release-folder/versions.ts';
import { endOldPreviews, withoutOldPreviews } from './preview.ts';

/** Milliseconds for which a version is kept after its last use, because open pages may still request its files. */
const RECENT_USE_MS = 24 * 60 * 60 * 1000;

export interface Pruned {
  readonly previews: readonly string[];
  readonly removed: readonly { readonly name: string; readonly version: string }[];
  /** Files in static/ that no kept shell and no page needs, and what killed commands left behind. */
  readonly files: readonly string[];
  /**
   * Kept versions of the shell whose release.json is unreadable. The files that they need are unknown, so nothing in
   * static/ is deleted.
   */
  readonly unreadableShells: readonly string[];
  /** Number of kept versions. */
  readonly staying: number;
}

interface PruneOptions {
  /** Number of newest versions of each piece that are kept at any age. */
  readonly keep: number;
  readonly dryRun: boolean;
  /** Milliseconds since 1970. */
  readonly now?: number;
}

/**
 * Returns the time of a version's last use, in milliseconds since 1970: the last time that it was published, or that a
 * pointer left it.
 */
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

/**
 * Returns the files of each shell version that is kept or that a pointer names; undefined for a version whose files are
 * unknown.
 */
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
 * Returns the files in static/ that no shell needs, that are not in `live`, and that were not used recently. None if
 * there is no shell, or if some shell's files are unknown.
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

/**
 * Milliseconds for which this process deletes before it announces the remaining paths again. Shorter than PRUNING_MS,
 * after which other machines ignore an announcement.
 */
const DELETION_MS = 60_000;

/**
 * Deletes paths from a store that other machines change too. No lock keeps another machine from moving a pointer to a
 * version that is being deleted, so registry.json announces the deletion first.
 */
async function removeShared(
  store: ReleaseStore,
  document: RegistryDocument,
  paths: readonly string[],
): Promise<void> {
  if (document.pruning?.paths.length) {
    throw new ReleaseError(
      `“patchwork prune” has been running on another machine since ${document.pruning.since}: try again when it has ended. If it was killed, try again five minutes after that time`,
    );
  }
  let rest = paths;
  while (rest.length > 0) {
    const started = Date.now();
    const since = new Date(started).toISOString();
    await writeRegistry(store, { ...document, pruning: { since, paths: [...rest] } });
    while (rest.length > 0 && Date.now() - started < DELETION_MS) {
      await store.remove(rest.slice(0, 1));
      rest = rest.slice(1);
    }
  }
  if (paths.length === 0) return;
  // The time stays in the file. A store compares contents: if this one were as before the deletion, a command that has
  // begun before could still move a pointer to what was deleted.
  const pruning = { since: new Date().toISOString(), paths: [] };
  await settle(store, document, (newest) => writeRegistry(store, { ...newest, pruning }));
}

/**
 * Removes ended previews, old versions and unused files; a dry run only lists them. Keeps versions that a pointer
 * names, that were used within the last day, or that are among the newest `keep` of their piece. Throws a ReleaseError
 * if registry.json has an unreadable entry.
 */
export async function prune(context: ReleaseContext, options: PruneOptions): Promise<Pruned> {
  const { store, progress } = context;
  const release = store.folder;
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
    const files = [...unused, ...(await store.leftovers(now - RECENT_USE_MS))];
    // Folders first: a rollback must never find a shell without its files.
    const folders = old.map(({ name, version }) => folderOfVersion('', name, version));
    const paths = [...folders, ...files];
    if (!dryRun && store.isShared) await removeShared(store, before, paths);
    else if (!dryRun) await store.remove(paths);
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
