import { isDeepStrictEqual } from 'node:util';
import { UsageError } from '../errors.ts';
import type { MeasureName } from '../health/compare.ts';
import { refreshStore } from '../pointers/change-release.ts';
import type { ReleaseContext } from '../pointers/context.ts';
import { type MoveRecord, readHistory } from '../release-folder/history.ts';
import { readRegistry } from '../release-folder/registry.ts';
import { isPageCurrent, pageFor } from '../release-folder/root-files.ts';
import type { ReleaseStore } from '../release-folder/store.ts';
import { findRelease } from '../release-folder/versions.ts';
import { canary, promote } from './canary.ts';
import { canaryIn, judge, type ReadMinutes, runningCanary } from './health.ts';
import { writePage } from './recover.ts';

/** Reads the pointers and the history. Refreshes the store first, because another machine may have moved pointers. */
export async function readMoves(store: ReleaseStore) {
  await refreshStore(store);
  const document = await readRegistry(store.folder);
  return { document, records: (await readHistory(store.folder, document)).records };
}

interface Plan {
  readonly id: string;
  /** Shares in percent, in ascending order; 100 promotes the canary. */
  readonly steps: readonly number[];
  /** Minimum time between two steps, in milliseconds. */
  readonly everyMs: number;
  readonly read: ReadMinutes;
}

/** Result of looking at a canary once. */
export interface Look {
  readonly name: string;
  readonly version: string;
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

/** Beginning of the reason for a stop, by which later looks recognize a stopped canary in the history. */
const WORSE = 'worse than';

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

/**
 * Looks once at a remote's canary, and makes the move that the tests call for, if any. All state is in the release
 * folder, whose history says when the last step was, so any process may look at any time, and no move is made twice.
 * Throws a UsageError if the remote never had a canary.
 */
export async function lookAtCanary(
  context: ReleaseContext,
  plan: Plan,
  now = Date.now(),
): Promise<Look> {
  const { id, steps, everyMs, read } = plan;
  const { document, records } = await readMoves(context.store);
  const running = runningCanary(document, records, id);
  if (!running) {
    const end = lastEnd(id, records);
    if (!end) {
      throw new UsageError(`${id} has no canary: “patchwork canary ${id} ${steps[0]}” starts one`);
    }
    const { folder } = context.store;
    // A process that ended the canary may have failed before the page.
    if (!(await isPageCurrent(folder, await pageFor(folder, document)))) await writePage(context);
    return end;
  }
  const { version, percent, stable, since, steppedAt } = running;
  const expected = { version, percent };
  const look = (state: Look['state'], reason: string, share = percent): Look => ({
    ...{ name: id, version, state, reason, percent: share },
  });
  /** Moves the pointers; if that fails because another process has moved the canary, looks again instead. */
  async function move(make: () => Promise<unknown>, moved: Look): Promise<Look> {
    try {
      await make();
      return moved;
    } catch (error) {
      // Other errors may leave registry.json moved, but not index.html.
      if (!(error instanceof UsageError)) throw error;
      const { document: after } = await readMoves(context.store);
      if (isDeepStrictEqual(canaryIn(after, id), expected)) throw error;
      return lookAtCanary(context, plan, now);
    }
  }
  const setShare = (share: number, by: ReleaseContext) =>
    canary(by, {
      ...{ id, percent: share, expected },
      choose: (before) => findRelease(context.store.folder, before, id, 'canary'),
    });
  const { fault, heldBackBy } = judge(await read(id, Math.floor(since / 60_000)), running, now);
  if (fault) {
    const reason = `${WORSE} ${stable}: ${nameOf[fault.name]} (by chance in 1 of ${Math.floor(Math.exp(fault.evidence))} canaries at most)`;
    // No browser opens the pages, because a canary with errors must be stopped at once.
    const by = { ...context, smokeTest: undefined, reason };
    return move(() => setShare(0, by), look('stopped', reason, 0));
  }
  const next = steps.find((step) => step > percent);
  if (next === undefined) return look('finished', `${percent} % is the last step`);
  const waitMs = steppedAt + everyMs - now;
  if (waitMs > 0) {
    return look('waiting', `the next step is in ${Math.ceil(waitMs / 60_000)} min at the earliest`);
  }
  if (heldBackBy === 'visits') return look('waiting', 'too few visits yet');
  if (heldBackBy) return look('waiting', `${nameOf[heldBackBy]} may still be worse than ${stable}`);
  const reason = `not worse than ${stable} at ${percent} %: errors, load failures, LCP`;
  const by = { ...context, reason };
  return next < 100
    ? move(() => setShare(next, by), look('stepped', reason, next))
    : move(() => promote(by, id, expected), look('promoted', reason, next));
}
