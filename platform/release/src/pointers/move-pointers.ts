import path from 'node:path';
import { messageOf, RefusedError, ReleaseError } from '../errors.ts';
import { bySeverity, letThrough, refusal } from '../findings.ts';
import { exists } from '../release-folder/files.ts';
import { changesBetween, type PieceChange, statesIn } from '../release-folder/history.ts';
import { folderOfVersion, shellName } from '../release-folder/layout.ts';
import {
  previewsIn,
  problemsIn,
  type RegistryDocument,
  readRegistry,
  registryFile,
  registryIn,
  remotesIn,
  writeRegistry,
} from '../release-folder/registry.ts';
import { describeComplete, pageFor, updateRootFiles } from '../release-folder/root-files.ts';
import type { Verified } from '../release-folder/signing/owners.ts';
import { requireAllowedMove } from '../release-folder/signing/signed-moves.ts';
import { ConflictError, partsIn, type ReleaseStore } from '../release-folder/store.ts';
import { namedVersions } from '../release-folder/versions.ts';
import {
  changeRelease,
  completeHistory,
  type RecordedMove,
  settle,
  writeRecorded,
} from './change-release.ts';
import type { ReleaseContext } from './context.ts';
import { checkRepositories, readRepositories, rememberRepositories } from './repositories.ts';
import type { Staged } from './staging.ts';

/** Returns the folders of all versions that pointers name, relative to the release folder. */
function namedFolders(document: RegistryDocument): string[] {
  const live = remotesIn(document).map(({ id }) => id);
  const previewed = previewsIn(document).flatMap(({ remotes }) => remotes.map(({ id }) => id));
  const names = new Set([shellName, ...live, ...previewed]);
  return [...names].flatMap((name) =>
    namedVersions(document, name).map((version) => folderOfVersion('', name, version)),
  );
}

/**
 * Marks as used the versions that no pointer will name after a move, and the complete registry: open pages still load
 * from them, so prune must not delete them.
 */
async function markAsUsed(
  store: ReleaseStore,
  before: RegistryDocument,
  after: RegistryDocument,
): Promise<void> {
  const named = new Set(namedFolders(after));
  const unnamed = namedFolders(before).filter((folder) => !named.has(folder));
  await store.touch([...unnamed, describeComplete(registryIn(before)).file]);
}

/** Throws a ReleaseError if a move needs a file or folder that another machine is deleting. */
function requireKept({ pruning }: RegistryDocument, needed: readonly string[]): void {
  const lost = needed.find((each) => pruning?.paths.includes(each));
  if (pruning === undefined || lost === undefined) return;
  throw new ReleaseError(
    `${lost} is being deleted by “patchwork prune”, which has been running since ${pruning.since}: try again when it has ended. If it was killed, try again five minutes after that time`,
  );
}

/** Throws a ReleaseError if a pointer would move to a version that was deleted after the command had found it. */
async function requirePresent(
  roots: readonly string[],
  before: RegistryDocument,
  after: RegistryDocument,
): Promise<void> {
  const named = new Set(namedFolders(before));
  for (const folder of namedFolders(after).filter((each) => !named.has(each))) {
    const present = await Promise.all(roots.map((root) => exists(path.join(root, folder))));
    if (present.includes(true)) continue;
    throw new ReleaseError(`${folder} was deleted by “patchwork prune” meanwhile: try again`);
  }
}

/** Updates the page and the other files made from registry.json, in case a command was killed before it did so. */
async function finishCrashedCommand(
  { store, progress }: ReleaseContext,
  document: RegistryDocument,
) {
  try {
    await updateRootFiles(store, document);
  } catch (error) {
    if (error instanceof ConflictError) throw error;
    // The current command may be the one that fixes it.
    progress(`index.html could not be written again: ${messageOf(error)}`);
  }
}

async function writePointers(
  context: ReleaseContext,
  signed: Verified | undefined,
  move: RecordedMove,
): Promise<void> {
  const { store, progress } = context;
  const { after } = move;
  // Fails before the move if some part is unreadable.
  await pageFor(store.folder, after);
  progress('moving the pointer');
  await writeRecorded(context, signed, move);
  await settle(store, after, (newest) => updateRootFiles(store, newest)).catch((error) => {
    throw new ReleaseError(
      `registry.json names the new versions, but index.html could not be written (${messageOf(error)}). Fix that and run “patchwork write-page”`,
    );
  });
}

/** Returns the context of a command that releases something new: its gate also opens the pages in a browser. */
export function withSmokeTest(context: ReleaseContext): ReleaseContext {
  const { gate, smokeTest } = context;
  if (!smokeTest) return context;
  return {
    ...context,
    gate: async (question) => [...(await gate(question)), ...(await smokeTest(question))],
  };
}

/** Throws a RefusedError that names each piece that the caller may not move. */
function requireOwnMove({ mayMove }: ReleaseContext, pieces: readonly PieceChange[]): void {
  if (mayMove === undefined || mayMove.includes('*')) return;
  const foreign = pieces.filter(({ name }) => !mayMove.includes(name));
  if (foreign.length === 0) return;
  throw new RefusedError(
    foreign.map(({ name }) =>
      refusal(
        'owner',
        name,
        `This would also move ${name}, which belongs to others: ask its team.`,
      ),
    ),
  );
}

export interface Plan<T> {
  readonly after: RegistryDocument;
  /** Pointers for the gate to check, if they differ from those in `after`. */
  readonly asked?: RegistryDocument;
  /** Whether the move returns to a version that was live before. Refusals that an option could allow don't stop it. */
  readonly isWayBack?: boolean;
  readonly result: T;
}

/**
 * Moves pointers: asks the gate, writes registry.json atomically, then the page. One process at a time. Staged builds
 * become versions after the gate has allowed them. If the process is killed in between, the next command completes
 * history and page. A plan whose `after` is the object `before` itself moves nothing. Returns the plan's result. Throws
 * a RefusedError with the gate's reasons.
 */
export async function movePointers<T>(
  context: ReleaseContext,
  purpose: string,
  plan: (before: RegistryDocument) => Promise<Plan<T>>,
  staged?: Staged,
): Promise<T> {
  const { store, flags = [], progress, warn } = context;
  const release = store.folder;
  return changeRelease(context, purpose, async (signed) => {
    const before = await readRegistry(release);
    for (const problem of problemsIn(before)) progress(problem);
    await finishCrashedCommand(context, before);
    await completeHistory(context, before);
    const { after, asked = after, isWayBack = false, result } = await plan(before);
    const own = staged
      ? [...staged.findings, ...checkRepositories(staged.pieces, await readRepositories(release))]
      : [];
    if (after === before && own.length === 0) return result;
    const pieces = changesBetween(statesIn(before), statesIn(after));
    requireOwnMove(context, pieces);
    requireAllowedMove(context, signed, after);
    progress('asking whether it can be deployed');
    const roots = [...(staged ? [staged.folder] : []), release];
    const found = [...own, ...(await context.gate({ before, after: asked, roots }))];
    const findings = letThrough(found, (flag) => isWayBack || flags.includes(flag));
    const used = flags.filter((flag) => found.some((finding) => finding.flag === flag));
    const { refusals, warnings } = bySeverity(findings);
    if (refusals.length > 0) throw new RefusedError(findings);
    requireKept(before, [
      ...namedFolders(after),
      describeComplete(registryIn(after)).file,
      ...(staged ? await partsIn(staged.folder) : []),
    ]);
    await requirePresent(roots, before, after);
    if (staged) {
      // Versions without a registry would look like a lost registry.
      if (!(await exists(registryFile(release)))) await writeRegistry(store, before);
      await store.add(staged.folder);
      await rememberRepositories(store, staged.pieces);
    }
    await markAsUsed(store, before, after);
    const recorded = warnings.map(({ rule, message, ours }) => ({ rule, message, ours }));
    const command = [purpose, ...used].join(' ');
    const gate = { answer: 'passed' as const, warnings: recorded };
    const isNew = (name: string, version: string) =>
      staged?.pieces.some((each) => each.name === name && each.version.version === version) ??
      false;
    const move = { command, pieces, before, after, gate, isNew };
    await writePointers(context, signed, move);
    warn(warnings);
    return result;
  });
}
