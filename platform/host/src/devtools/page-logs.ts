import { type Atom, createStore, type WritableAtom } from 'jotai';
import {
  INTERNAL_getBuildingBlocksRev3 as buildingBlocksOf,
  INTERNAL_buildStoreRev3 as buildStore,
} from 'jotai/vanilla/internals';
import { type FallbackRecord, folderOf, type LoadObserver, versionAtFault } from '../browser.ts';
import type { ActiveRemote } from '../index.ts';
import type { LoadRecord, StepRecord } from './load-steps.ts';
import { createLog, type Log, type Store } from './log.ts';

const reasonOf = (error: Error): string =>
  error.cause instanceof Error ? `${error.message}: ${reasonOf(error.cause)}` : error.message;

const recordLoads =
  (log: Log<LoadRecord>): LoadObserver =>
  ({ id }, module) => {
    const started: LoadRecord = {
      remoteId: id,
      module,
      startedAt: performance.now(),
      endedAt: undefined,
      state: 'loading',
      reason: undefined,
    };
    log.add(started);
    return (failure) =>
      log.replace(started, {
        ...started,
        endedAt: performance.now(),
        state: failure ? 'failed' : 'ready',
        reason: failure && reasonOf(failure),
      });
  };

/**
 * Fault on the page: an error, one that a remote's own error boundary has caught, a fallback, or a Content Security
 * Policy violation.
 */
export interface ErrorRecord {
  readonly event: 'error' | 'caught' | 'fallback' | 'violation';
  /** Milliseconds since 1970. */
  readonly at: number;
  /** Piece at fault: 'shell', a remote's id, or 'unknown' if no file of the shop is on the stack. */
  readonly piece: string;
  readonly version: string;
  /** Route pattern of the page, such as '/product/:id'; '*' if no remote has the path. */
  readonly route: string;
  /** Names and messages of the error and its causes. */
  readonly message: string;
  /** Stack of the error without its message; empty if what was thrown is not an Error. */
  readonly stack: string;
  readonly cause?: 'load' | 'crash' | 'hang' | undefined;
  /** Version that replaced the failed one. */
  readonly fallback?: string | undefined;
}

/** Maximum number of stack frames. Between a click handler and the store there are many React and Jotai frames. */
const MAX_FRAMES = 60;

/** Returns the current stack, with enough frames to include the remote's frames below the shell's. */
export function captureStack(): string {
  // V8 records 10 frames by default. Firefox has no limit and ignores the property.
  const { stackTraceLimit } = Error;
  Error.stackTraceLimit = MAX_FRAMES;
  const { stack = '' } = new Error();
  Error.stackTraceLimit = stackTraceLimit;
  return stack;
}

/** Returns the id of the remote with the topmost frame in a stack, or 'shell'. */
export function initiatorOf(stack: string, remotes: readonly ActiveRemote[]): string {
  // A remote at the site root is skipped, because the shell's files are in its folder as well.
  const elsewhere = remotes.filter(({ entry }) => folderOf(entry) !== folderOf('/'));
  return versionAtFault(stack, elsewhere)?.id ?? 'shell';
}

type Blocks = Parameters<typeof buildStore>;

type WrittenAtom = WritableAtom<unknown, never[], unknown>;

/** Index of `store.set` in Jotai's list of building blocks. */
const SET = 22;

/**
 * Returns a second store with the same values, which reports each write before it happens. Writes through the original
 * store aren't reported. Jotai itself builds it, because React can't read atoms with promises from an object that
 * merely has a store's three methods.
 */
export function observedStore(store: Store, onWrite: (atom: WrittenAtom) => void): Store {
  const blocks = buildingBlocksOf(store);
  const observed: Blocks = [...blocks];
  observed[SET] = (all, target, atom, ...values) => {
    onWrite(atom as unknown as WrittenAtom);
    return blocks[SET](all, target, atom, ...values);
  };
  return buildStore(...observed);
}

/** Write to an atom by a component, an event handler or the shell, but not by another atom. */
export interface WriteRecord {
  readonly id: number;
  readonly atom: WrittenAtom;
  /** Piece that wrote: a remote's id, or 'shell'. */
  readonly by: string;
  /** Milliseconds since 1970. */
  readonly at: number;
}

/** Logs of a page as atoms of its store, newest record last. */
export interface PageRecords {
  readonly loadsAtom: Atom<readonly LoadRecord[]>;
  readonly stepsAtom: Atom<readonly StepRecord[]>;
  /** Versions that failed on this page, with those that replaced them. */
  readonly fallbacksAtom: Atom<readonly FallbackRecord[]>;
  readonly errorsAtom: Atom<readonly ErrorRecord[]>;
  readonly writesAtom: Atom<readonly WriteRecord[]>;
}

export type PageLogs = ReturnType<typeof createPageLogs>;

/**
 * Starts the logs of a page. `versions` returns all versions of remotes that may currently have code on the page; stack
 * frames are matched against their entries.
 */
export function createPageLogs(versions: () => ActiveRemote[]) {
  // The logs write to the original store, so that their own writes aren't recorded.
  const store = createStore();
  const loads = createLog<LoadRecord>(store);
  const steps = createLog<StepRecord>(store);
  const fallbacks = createLog<FallbackRecord>(store);
  const errors = createLog<ErrorRecord>(store);
  const writes = createLog<WriteRecord>(store);
  /** Returns the id of the remote whose code is on the stack, or 'shell'. */
  const currentInitiator = (): string => initiatorOf(captureStack(), versions());
  const records: PageRecords = {
    loadsAtom: loads.recordsAtom,
    stepsAtom: steps.recordsAtom,
    fallbacksAtom: fallbacks.recordsAtom,
    errorsAtom: errors.recordsAtom,
    writesAtom: writes.recordsAtom,
  };
  let writeCount = 0;
  return {
    records,
    /** Creates a further log, for what only this host records. */
    createLog: <R>(): Log<R> => createLog<R>(store),
    /** Store for the page. Records the writes to it, and holds the logs. */
    store: observedStore(store, (atom) => {
      writeCount += 1;
      writes.add({ id: writeCount, atom, by: currentInitiator(), at: Date.now() });
    }),
    onLoad: recordLoads(loads),
    onStep: steps.add,
    onFallback: fallbacks.add,
    onError: errors.add,
    currentInitiator,
  };
}
