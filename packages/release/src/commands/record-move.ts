import { randomUUID } from 'node:crypto';
import { type RegistryDocument, writeRegistry } from '../folder/registry-document.ts';
import type { Finding } from '../gate/gate.ts';
import { announce, completeLog, readHistory } from '../history/log.ts';
import type { MoveRecord, PieceChange } from '../history/record.ts';
import { changesBetween, recordedStates, statesIn } from '../history/states.ts';
import { messageOf } from '../release-error.ts';
import type { ReleaseContext } from './gate-question.ts';

/** A move that registry.json is about to be written for. */
export interface RecordedMove extends Pick<MoveRecord, 'command' | 'gate' | 'pieces'> {
  readonly before: Pick<RegistryDocument, 'lastMove'>;
  readonly after: RegistryDocument;
}

/** What the gate answered to a move that it let pass. */
export const passed = (warnings: readonly Finding[]): MoveRecord['gate'] => ({
  answer: 'passed',
  warnings: warnings.map(({ rule, message, ours }) => ({ rule, message, ours })),
});

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

/** A history that can't be written must not stop a rollback: the lines stay announced. */
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

/** What a registry changes of what the history says. */
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
 * Adds what the history lacks: the line of a command that was killed, and what was changed without a
 * command, such as registry.json by hand. `by` is who did that, where it is known.
 */
export const completeHistory = (
  context: ReleaseContext,
  document: RegistryDocument,
  by: By = {},
): Promise<void> => tolerate(context, addMissing(context.release, document, by));
