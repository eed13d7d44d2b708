import { isDeepStrictEqual } from 'node:util';
import { UsageError } from '../errors.ts';
import type { MeasureName } from '../health/compare.ts';
import { refreshStore } from '../pointers/change-release.ts';
import type { ReleaseContext } from '../pointers/context.ts';
import { type MoveRecord, readHistory } from '../release-folder/history.ts';
import type { PointerNames } from '../release-folder/piece-pointers.ts';
import { type RegistryDocument, readRegistry } from '../release-folder/registry.ts';
import { isPageCurrent, pageFor } from '../release-folder/root-files.ts';
import type { ReleaseStore } from '../release-folder/store.ts';
import { findRelease } from '../release-folder/versions.ts';
import { canary, promote } from './canary.ts';
import { type Comparison, canaryIn, judge, type ReadMinutes, runningCanary } from './health.ts';
import { writePage } from './recover.ts';

/** Reads the pointers and the history. Refreshes the store first, because another machine may have moved pointers. */
export async function readMoves(store: ReleaseStore) {
  await refreshStore(store);
  const document = await readRegistry(store.folder);
  return { document, records: (await readHistory(store.folder, document)).records };
}

export interface Plan {
  readonly id: string;
  /** Shares in percent, in ascending order; 100 promotes the canary. */
  readonly steps: readonly number[];
  /** Minimum time between two steps, in milliseconds. */
  readonly everyMs: number;
  readonly read: ReadMinutes;
}

/** Result of looking once at a canary, or at the value of a setting. */
export interface Look {
  readonly name: string;
  /** Version of the canary, or the setting with its value: 'new-gallery=true'. */
  readonly version: string;
  readonly isSetting?: boolean;
  /**
   * State of the canary: 'waiting' for the time or the visits that the next step needs, 'stepped' to a larger share,
   * 'promoted' to stable, 'finished' at the last step, 'stopped' because it is worse, 'ended' by another command.
   */
  readonly state: 'waiting' | 'stepped' | 'promoted' | 'finished' | 'stopped' | 'ended';
  readonly percent: number;
  readonly reason: string;
}

const nameOf: Readonly<Record<MeasureName, string>> = {
  errors: 'errors',
  loadFailures: 'load failures',
  lcp: 'LCP',
};

/** Beginning of the reason for a stop, by which later looks recognize it in the history. */
export const WORSE = 'worse than';

/** Describes how the last canary of a remote ended; undefined if the remote never had a canary. */
function lastEnd(id: string, records: readonly MoveRecord[]): Look | undefined {
  const ends = records.flatMap(({ pieces, command, reason = command }) => {
    const { from, to } = pieces.find(({ name }) => name === id) ?? {};
    return from?.canary && !to?.canary ? [{ canary: from.canary, to, reason }] : [];
  });
  const last = ends.at(-1);
  if (!last) return undefined;
  const { canary, to, reason } = last;
  const isPromoted = to?.stable === canary.version;
  const ended = reason.startsWith(WORSE) ? 'stopped' : 'ended';
  return {
    name: id,
    version: canary.version,
    state: isPromoted ? 'promoted' : ended,
    reason,
    percent: isPromoted ? 100 : 0,
  };
}

/** What is looked at: a canary, or the value of a setting. */
export interface Subject<Present> {
  readonly isSetting: boolean;
  /** What the other visitors have; by default the stable version. */
  readonly others?: string;
  readonly running: (
    document: RegistryDocument,
    records: readonly MoveRecord[],
  ) => Comparison | undefined;
  /** Returns the part of a registry that only another process can have changed meanwhile. */
  readonly present: (document: RegistryDocument) => Present;
  readonly lastEnd: (records: readonly MoveRecord[]) => Look | undefined;
  /** Returns the error if there was never anything to look at. */
  readonly missing: () => UsageError;
  /** Sets the share; 0 ends it. Rejects with a UsageError if `present` is not `expected` any more. */
  readonly setShare: (by: ReleaseContext, percent: number, expected: Present) => Promise<unknown>;
  /** Gives it to all visitors; by default with setShare. */
  readonly promote?: (by: ReleaseContext, expected: Present) => Promise<unknown>;
}

/**
 * Looks once at a canary or a setting, and makes the move that the tests call for, if any. All state is in the release
 * folder, whose history says when the last step was, so any process may look at any time, and no move is made twice.
 */
export async function lookAt<Present>(
  context: ReleaseContext,
  plan: Plan,
  subject: Subject<Present>,
  now: number,
): Promise<Look> {
  const { id, steps, everyMs, read } = plan;
  const { document, records } = await readMoves(context.store);
  const running = subject.running(document, records);
  if (!running) {
    const end = subject.lastEnd(records);
    if (!end) throw subject.missing();
    const { folder } = context.store;
    // A process that ended it may have failed before the page.
    if (!(await isPageCurrent(folder, await pageFor(folder, document)))) await writePage(context);
    return end;
  }
  const { version, percent, stable, since, steppedAt } = running;
  const { others = stable, isSetting } = subject;
  const expected = subject.present(document);
  const look = (state: Look['state'], reason: string, share = percent): Look => ({
    ...{ name: id, version, state, reason, percent: share, ...(isSetting && { isSetting }) },
  });
  /** Moves the pointers; if that fails because another process has moved them, looks again instead. */
  async function move(make: () => Promise<unknown>, moved: Look): Promise<Look> {
    try {
      await make();
      return moved;
    } catch (error) {
      // Other errors may leave registry.json moved, but not index.html.
      if (!(error instanceof UsageError)) throw error;
      const { document: after } = await readMoves(context.store);
      if (isDeepStrictEqual(subject.present(after), expected)) throw error;
      return lookAt(context, plan, subject, now);
    }
  }
  const { fault, heldBackBy, isLcpJudged } = judge(
    await read(id, Math.floor(since / 60_000)),
    running,
    now,
  );
  if (fault) {
    const what = isSetting ? 'settings' : 'canaries';
    const reason = `${WORSE} ${others}: ${nameOf[fault.name]} (by chance in 1 of ${Math.floor(Math.exp(fault.evidence))} ${what} at most)`;
    // No browser opens the pages, because a canary with errors must be stopped at once.
    const by = { ...context, smokeTest: undefined, reason };
    return move(() => subject.setShare(by, 0, expected), look('stopped', reason, 0));
  }
  const next = steps.find((step) => step > percent);
  if (next === undefined) return look('finished', `${percent} % is the last step`);
  const waitMs = steppedAt + everyMs - now;
  if (waitMs > 0) {
    return look('waiting', `the next step is in ${Math.ceil(waitMs / 60_000)} min at the earliest`);
  }
  if (heldBackBy === 'visits') return look('waiting', 'too few visits yet');
  if (heldBackBy) return look('waiting', `${nameOf[heldBackBy]} may still be worse than ${others}`);
  const reason = `not worse than ${others} at ${percent} %: errors, load failures${isLcpJudged ? ', LCP' : ''}`;
  const by = { ...context, reason };
  const { promote: promoteTo } = subject;
  return next === 100 && promoteTo
    ? move(() => promoteTo(by, expected), look('promoted', reason, next))
    : move(() => subject.setShare(by, next, expected), look('stepped', reason, next));
}

/** Looks once at a remote's canary. Throws a UsageError if the remote never had one. */
export function lookAtCanary(context: ReleaseContext, plan: Plan, now = Date.now()): Promise<Look> {
  const { id, steps } = plan;
  const choose = (before: RegistryDocument) =>
    findRelease(context.store.folder, before, id, 'canary');
  const subject: Subject<PointerNames['canary']> = {
    isSetting: false,
    running: (document, records) => runningCanary(document, records, id),
    present: (document) => canaryIn(document, id),
    lastEnd: (records) => lastEnd(id, records),
    missing: () =>
      new UsageError(`${id} has no canary: “patchwork canary ${id} ${steps[0]}” starts one`),
    setShare: (by, percent, seen) => canary(by, { id, percent, choose, expected: seen }),
    promote: (by, seen) => promote(by, id, seen),
  };
  return lookAt(context, plan, subject, now);
}
