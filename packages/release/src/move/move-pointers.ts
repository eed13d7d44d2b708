import { randomUUID } from 'node:crypto';
import { utimes } from 'node:fs/promises';
import path from 'node:path';
import { messageOf, RefusedError, ReleaseError } from '../errors.ts';
import { folderOfVersion, shellName } from '../folder/layout.ts';
import {
  previewsIn,
  problemsIn,
  type RegistryDocument,
  readRegistry,
  registryIn,
  remotesIn,
  writeRegistry,
} from '../folder/registry.ts';
import { describeComplete, pageFor, updateRootFiles } from '../folder/root-files.ts';
import { namedVersions } from '../folder/versions.ts';
import { bySeverity, letThrough } from '../gate/findings.ts';
import {
  announce,
  changesBetween,
  completeLog,
  type MoveRecord,
  type PieceChange,
  readHistory,
  recordedStates,
  statesIn,
} from '../history/history.ts';
import type { ReleaseContext } from './context.ts';
import { withReleaseLock } from './lock.ts';
import { checkOwners, readOwners, rememberOwners } from './owners.ts';
import { adopt, type Staged } from './staging.ts';

/** A move that registry.json is about to be written for. */
export interface RecordedMove extends Pick<MoveRecord, 'command' | 'gate' | 'pieces'> {
  readonly before: Pick<RegistryDocument, 'lastMove'>;
  readonly after: RegistryDocument;
}

type By = Pick<ReleaseContext, 'author' | 'reason'>;

async function describe(
  { author, reason }: By,
  { command, pieces, gate }: Pick<MoveRecord, 'command' | 'pieces' | 'gate'>,
): Promise<MoveRecord> {
  const { who, commit, isDirty, run } = (await author?.(pieces.map(({ name }) => name))) ?? {};
  return {
    ...{ id: randomUUID(), at: new Date().toISOString(), command, pieces },
    ...{ who, commit, isDirty, run, reason, gate },
  };
}

/**
 * Reports a failure to write the history instead of throwing: a rollback must go on, and the next command writes the
 * pending records.
 */
const tolerate = ({ progress }: ReleaseContext, complete: Promise<void>): Promise<void> =>
  complete.catch((error) =>
    progress(
      `the history could not be written, the next command tries it again: ${messageOf(error)}`,
    ),
  );

/** Writes registry.json together with the record of what that changes. */
export async function writeRecorded(
  context: ReleaseContext,
  { before, after, ...move }: RecordedMove,
): Promise<void> {
  const { release } = context;
  const record = await describe(context, move);
  const document = { ...after, lastMove: record.id };
  await announce(release, before, record);
  await writeRegistry(release, document);
  await tolerate(context, completeLog(release, document));
}

/** Differences between a registry and the history. */
export async function unrecordedChanges(
  release: string,
  document: RegistryDocument,
): Promise<{ readonly pieces: PieceChange[]; readonly isFirst: boolean }> {
  const { records } = await readHistory(release, document);
  const pieces = changesBetween(recordedStates(records), statesIn(document));
  return { pieces, isFirst: records.length === 0 };
}

async function addMissing(release: string, document: RegistryDocument, by: By): Promise<void> {
  const { pieces, isFirst } = await unrecordedChanges(release, document);
  const command = isFirst ? 'history begins' : 'changed by hand';
  const further = pieces.length > 0 ? [await describe(by, { command, pieces })] : [];
  await completeLog(release, document, further);
}

/**
 * Adds what the history lacks: the line of a command that was killed, and changes that no command made, such as an edit
 * of registry.json by hand. `by` is who made these, if it is known.
 */
export const completeHistory = (
  context: ReleaseContext,
  document: RegistryDocument,
  by: By = {},
): Promise<void> => tolerate(context, addMissing(context.release, document, by));

function namedFolders(release: string, document: RegistryDocument): string[] {
  const live = remotesIn(document).map(({ id }) => id);
  const previewed = previewsIn(document).flatMap(({ remotes }) => remotes.map(({ id }) => id));
  const names = new Set([shellName, ...live, ...previewed]);
  return [...names].flatMap((name) =>
    namedVersions(document, name).map((version) => folderOfVersion(release, name, version)),
  );
}

/**
 * Marks versions that a pointer has just left as used, so that prune does not delete them: open pages still load from
 * them.
 */
async function markAsUsed(
  release: string,
  before: RegistryDocument,
  after: RegistryDocument,
): Promise<void> {
  const named = new Set(namedFolders(release, after));
  const now = new Date();
  const unnamed = namedFolders(release, before).filter((folder) => !named.has(folder));
  unnamed.push(path.join(release, describeComplete(registryIn(before)).file));
  await Promise.all(unnamed.map((file) => utimes(file, now, now).catch(() => undefined)));
}

/** Updates the page when a command was killed after it wrote registry.json. */
async function finishCrashedCommand(
  { release, progress }: ReleaseContext,
  document: RegistryDocument,
) {
  try {
    await updateRootFiles(release, document, await pageFor(release, document));
  } catch (error) {
    // The command may be the one that fixes it.
    progress(`index.html could not be written again: ${messageOf(error)}`);
  }
}

async function writePointers(
  context: ReleaseContext,
  move: RecordedMove,
  assertHeld: () => Promise<void>,
): Promise<void> {
  const { release, progress } = context;
  const { after } = move;
  const page = await pageFor(release, after);
  await assertHeld();
  progress('moving the pointer');
  await writeRecorded(context, move);
  await updateRootFiles(release, after, page).catch((error) => {
    throw new ReleaseError(
      `registry.json names the new versions, but index.html could not be written (${messageOf(error)}). Fix that and run “patchwork write-page”`,
    );
  });
}

export interface Plan<T> {
  readonly after: RegistryDocument;
  /** Pointers that the gate is asked about, if they differ from what will be live. */
  readonly asked?: RegistryDocument;
  /** Whether it goes back to what was live before: no option is needed for that. */
  readonly isWayBack?: boolean;
  readonly result: T;
}

/**
 * Moves pointers, one process at a time: asks the gate, writes registry.json in one step, then the page. Staged builds
 * become versions once the gate has let them pass. If the process is killed in between, the next command completes
 * history and page. A plan that returns `before` as its `after` moves nothing. Throws a RefusedError with the gate's
 * reasons.
 */
export async function movePointers<T>(
  context: ReleaseContext,
  purpose: string,
  plan: (before: RegistryDocument) => Promise<Plan<T>>,
  staged?: Staged,
): Promise<T> {
  const { release, flags = [], progress, warn } = context;
  return withReleaseLock({ release, purpose }, async (assertHeld) => {
    const before = await readRegistry(release);
    for (const problem of problemsIn(before)) progress(problem);
    await finishCrashedCommand(context, before);
    await completeHistory(context, before);
    const { after, asked = after, isWayBack = false, result } = await plan(before);
    const own = staged
      ? [...staged.findings, ...checkOwners(staged.pieces, await readOwners(release))]
      : [];
    if (after === before && own.length === 0) return result;
    progress('asking whether it can be deployed');
    const roots = [...(staged ? [staged.folder] : []), release];
    const found = [...own, ...(await context.gate({ before, after: asked, roots }))];
    const findings = letThrough(found, (flag) => isWayBack || flags.includes(flag));
    const used = flags.filter((flag) => found.some((finding) => finding.flag === flag));
    const { refusals, warnings } = bySeverity(findings);
    if (refusals.length > 0) throw new RefusedError(findings);
    if (staged) {
      await adopt(release, staged.folder, before);
      await rememberOwners(release, staged.pieces);
    }
    await markAsUsed(release, before, after);
    const recorded = warnings.map(({ rule, message, ours }) => ({ rule, message, ours }));
    const pieces = changesBetween(statesIn(before), statesIn(after));
    const command = [purpose, ...used].join(' ');
    const gate = { answer: 'passed' as const, warnings: recorded };
    const move = { command, pieces, before, after, gate };
    await writePointers(context, move, assertHeld);
    warn(warnings);
    return result;
  });
}
