import type { ActiveRemote } from '@patchwork/federation';
import type { FallbackRecord } from '@patchwork/federation/browser';
import { type Atom, createStore } from 'jotai';
import { type CallRecord, recordCalls } from './call-log.ts';
import type { ErrorRecord } from './error-record.ts';
import { captureStack, initiatorOf } from './initiator.ts';
import { type LoadRecord, recordLoads } from './load-log.ts';
import { createLog } from './log.ts';
import { observedStore, type WriteRecord } from './observed-store.ts';

/** The records of a page as atoms of its store, newest last. */
export interface PageRecords {
  readonly loadsAtom: Atom<readonly LoadRecord[]>;
  /** Versions of remotes that failed on this page, and the versions that replaced them. */
  readonly fallbacksAtom: Atom<readonly FallbackRecord[]>;
  readonly errorsAtom: Atom<readonly ErrorRecord[]>;
  readonly callsAtom: Atom<readonly CallRecord[]>;
  readonly writesAtom: Atom<readonly WriteRecord[]>;
  readonly clearCalls: () => void;
}

export type PageLogs = ReturnType<typeof createPageLogs>;

/**
 * Records what happens on a page from its start on. `versions` returns all versions of remotes whose code
 * may run on the page at the time: a stack's frames are compared with their entries.
 */
export function createPageLogs(versions: () => ActiveRemote[]) {
  // The logs write to the plain store, so that their own writes are not recorded.
  const store = createStore();
  const calls = createLog<CallRecord>(store);
  const loads = createLog<LoadRecord>(store);
  const fallbacks = createLog<FallbackRecord>(store);
  const errors = createLog<ErrorRecord>(store);
  const writes = createLog<WriteRecord>(store);
  /** The remote whose code is on the stack, or 'shell'. */
  const currentInitiator = (): string => initiatorOf(captureStack(), versions());
  const records: PageRecords = {
    loadsAtom: loads.recordsAtom,
    fallbacksAtom: fallbacks.recordsAtom,
    errorsAtom: errors.recordsAtom,
    callsAtom: calls.recordsAtom,
    writesAtom: writes.recordsAtom,
    clearCalls: calls.clear,
  };
  let writeCount = 0;
  return {
    records,
    /** For the page: its writes are recorded. The records are in it as well. */
    store: observedStore(store, (atom) => {
      writeCount += 1;
      writes.add({ id: writeCount, atom, by: currentInitiator(), at: Date.now() });
    }),
    /** For the API's client. */
    onCall: recordCalls(calls, currentInitiator),
    /** For the loader of remotes. */
    onLoad: recordLoads(loads),
    onFallback: fallbacks.add,
    onError: errors.add,
    currentInitiator,
  };
}
