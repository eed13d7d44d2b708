import { randomUUID } from 'node:crypto';
import { messageOf, ReleaseError, UsageError } from '../errors.ts';
import { exists, readerOf } from '../release-folder/files.ts';
import {
  announce,
  changesBetween,
  completeLog,
  lineOf,
  type MoveRecord,
  type PieceChange,
  readHistory,
  recordedStates,
  statesIn,
} from '../release-folder/history.ts';
import {
  type RegistryDocument,
  readRegistry,
  registryFile,
  writeRegistry,
} from '../release-folder/registry.ts';
import {
  OWNERS,
  readCheckpoint,
  type Verified,
  writeCheckpoint,
} from '../release-folder/signing/owners.ts';
import { signMove } from '../release-folder/signing/signed-moves.ts';
import { requireSigned, verifyHistory } from '../release-folder/signing/verify.ts';
import { ConflictError, type ReleaseStore } from '../release-folder/store.ts';
import type { ReleaseContext } from './context.ts';
import { withReleaseLock } from './lock.ts';

/** Maximum number of attempts at a command, which starts again if another machine has changed the release. */
const MAX_ATTEMPTS = 20;

/** Runs `work`. If that fails because another machine has changed a file, runs `prepare`, then `work` again. */
async function untilNoConflict<T>(
  work: () => Promise<T>,
  prepare: () => Promise<void>,
): Promise<T> {
  for (let attempt = 1; attempt <= MAX_ATTEMPTS; attempt += 1) {
    try {
      return await work();
    } catch (error) {
      if (!(error instanceof ConflictError)) throw error;
      await prepare();
    }
  }
  throw new ReleaseError('Other machines keep changing this release: try again');
}

/** Brings the local copy of a release up to date, for a command that only reads the release. */
export const refreshStore = (store: ReleaseStore): Promise<void> =>
  withReleaseLock({ release: store.folder, purpose: 'refresh' }, store.refresh);

/**
 * Verifies a release with the trusted keys. Without any, returns undefined, or throws a UsageError if the release is
 * signed. Throws a SignatureError if the release is not what was signed, or is older than what this machine has seen.
 */
async function verifyState({
  store,
  signer,
  trust = [],
}: ReleaseContext): Promise<Verified | undefined> {
  const { folder, isShared } = store;
  const read = readerOf(folder);
  if (trust.length === 0) {
    if ((await read(OWNERS)) === undefined) return undefined;
    throw new UsageError(
      `${store.address} is signed: name the shop’s public key with --trust, or in PATCHWORK_TRUST`,
    );
  }
  const hasRegistry = await exists(registryFile(folder));
  const document = hasRegistry ? await readRegistry(folder) : undefined;
  const checkpoint = isShared ? await readCheckpoint(folder) : undefined;
  const verified = await verifyHistory(read, document ?? {}, trust, {
    checkpoint,
    allowsExpired: signer !== undefined && trust.includes(signer.key),
  });
  if (document) requireSigned(document, verified);
  if (isShared) await writeCheckpoint(folder, verified);
  return verified;
}

/**
 * Runs `work`, which changes a release: one process of this machine at a time, on the newest state, and again if
 * another machine changes the release meanwhile. Passes the verified state, which is undefined for an unsigned release.
 */
export const changeRelease = <T>(
  context: ReleaseContext,
  purpose: string,
  work: (signed: Verified | undefined) => Promise<T>,
): Promise<T> => {
  const { store, progress } = context;
  return withReleaseLock({ release: store.folder, purpose }, async () => {
    await store.refresh();
    return untilNoConflict(
      async () => work(await verifyState(context)),
      async () => {
        progress('another machine has changed the release: starting again');
        await store.refresh();
      },
    );
  });
};

/**
 * Updates the files that depend on registry.json after a move. If another machine changes the release meanwhile, only
 * the update is repeated, with that machine's registry; the move is not.
 */
export function settle(
  store: ReleaseStore,
  document: RegistryDocument,
  update: (document: RegistryDocument) => Promise<void>,
): Promise<void> {
  let newest = document;
  return untilNoConflict(
    () => update(newest),
    async () => {
      await store.refresh();
      newest = await readRegistry(store.folder);
    },
  );
}

/** Move of pointers that is about to be written to registry.json. */
export interface RecordedMove extends Pick<MoveRecord, 'command' | 'gate' | 'pieces'> {
  readonly before: Pick<RegistryDocument, 'lastMove'>;
  readonly after: RegistryDocument;
  /** Whether the command publishes a given version. By default it publishes none. */
  readonly isNew?: (name: string, version: string) => boolean;
}

type By = Pick<ReleaseContext, 'author' | 'reason'>;

async function describe(
  { author, reason }: By,
  { command, pieces, gate, after }: Pick<MoveRecord, 'command' | 'pieces' | 'gate' | 'after'>,
): Promise<MoveRecord> {
  const { who, commit, isDirty, run } = (await author?.(pieces.map(({ name }) => name))) ?? {};
  return {
    ...{ id: randomUUID(), after, at: new Date().toISOString(), command, pieces },
    ...{ who, commit, isDirty, run, reason, gate },
  };
}

/**
 * Reports a failure to write the history instead of throwing it: a rollback must not be stopped, and the next command
 * writes the pending records. Only a conflict is thrown.
 */
const tolerate = ({ progress }: ReleaseContext, complete: Promise<void>): Promise<void> =>
  complete.catch((error) => {
    if (error instanceof ConflictError) throw error;
    progress(
      `the history could not be written; the next command will try again: ${messageOf(error)}`,
    );
  });

/** Whether a move was made although the store reported a conflict: the request may have been sent twice. */
async function isMade(store: ReleaseStore, { id }: MoveRecord): Promise<boolean> {
  await store.refresh();
  const { records } = await readHistory(store.folder, await readRegistry(store.folder));
  return records.some((record) => record.id === id);
}

/** Writes registry.json and the record of its changes. Throws a ConflictError if another machine was faster. */
export async function writeRecorded(
  context: ReleaseContext,
  signed: Verified | undefined,
  { before, after, isNew = () => false, ...move }: RecordedMove,
): Promise<void> {
  const { store } = context;
  const record = await describe(context, { ...move, after: before.lastMove });
  const document = { ...after, lastMove: record.id };
  const { line, next } = signed
    ? await signMove(context, signed, record, document, isNew)
    : { line: lineOf(record), next: undefined };
  await announce(store, record, line);
  await writeRegistry(store, document).catch(async (error) => {
    if (!(error instanceof ConflictError && (await isMade(store, record)))) throw error;
  });
  if (next && store.isShared) await writeCheckpoint(store.folder, next);
  await tolerate(
    context,
    settle(store, document, (newest) => completeLog(store, newest)),
  );
}

/** Returns the pieces whose pointers differ between a registry and the history, and whether the history is empty. */
export async function unrecordedChanges(
  release: string,
  document: RegistryDocument,
): Promise<{ readonly pieces: PieceChange[]; readonly isFirst: boolean }> {
  const { records } = await readHistory(release, document);
  const pieces = changesBetween(recordedStates(records), statesIn(document));
  return { pieces, isFirst: records.length === 0 };
}

async function addMissing(store: ReleaseStore, document: RegistryDocument, by: By): Promise<void> {
  const { pieces, isFirst } = await unrecordedChanges(store.folder, document);
  const command = isFirst ? 'history begins' : 'changed by hand';
  const further = pieces.length > 0 ? [await describe(by, { command, pieces })] : [];
  await completeLog(store, document, further);
}

/**
 * Completes the history: with the lines of killed commands and, unless the release is signed, with changes that no
 * command made, such as an edit of registry.json by hand. `by` says who made such changes, if known.
 */
export const completeHistory = (
  context: ReleaseContext,
  document: RegistryDocument,
  by: By = {},
): Promise<void> => {
  const { store, trust = [] } = context;
  const isSigned = trust.length > 0;
  return tolerate(
    context,
    isSigned ? completeLog(store, document) : addMissing(store, document, by),
  );
};
