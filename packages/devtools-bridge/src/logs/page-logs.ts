import type { CallObserver } from '@patchwork/api';
import type { ActiveRemotes } from '@patchwork/federation';
import type { FallbackRecord, LoadObserver } from '@patchwork/federation/browser';
import { createStore } from 'jotai';
import { type CallRecord, recordCalls } from './call-log.ts';
import { captureStack, initiatorOf } from './initiator.ts';
import { type LoadRecord, recordLoads } from './load-log.ts';
import { createLog, type Log } from './log.ts';
import { observedStore, type WriteRecord } from './observed-store.ts';

/** What happens on a page from its start on. */
export interface PageLogs {
  /** For the page: its writes are recorded. The logs are in it as well. */
  readonly store: ReturnType<typeof createStore>;
  /** For the API's client. */
  readonly onCall: CallObserver;
  /** For the loader of remotes. */
  readonly onLoad: LoadObserver;
  /** The remote whose code is on the stack, or 'shell'. */
  readonly currentInitiator: () => string;
  readonly calls: Log<CallRecord>;
  readonly loads: Log<LoadRecord>;
  readonly fallbacks: Log<FallbackRecord>;
  readonly writes: Log<WriteRecord>;
}

/** `remotes` are all whose code may run on the page: a stack's frames are compared with their entries. */
export function createPageLogs(remotes: Pick<ActiveRemotes, 'remotes'>): PageLogs {
  // The logs write to the plain store, so that their own writes are not recorded.
  const store = createStore();
  const calls = createLog<CallRecord>(store);
  const loads = createLog<LoadRecord>(store);
  const fallbacks = createLog<FallbackRecord>(store);
  const writes = createLog<WriteRecord>(store);
  const currentInitiator = () => initiatorOf(captureStack(), remotes, location.href);
  let writeCount = 0;
  return {
    store: observedStore(store, (atom) => {
      writeCount += 1;
      writes.add({ id: writeCount, atom, by: currentInitiator(), at: Date.now() });
    }),
    onCall: recordCalls(calls, currentInitiator),
    onLoad: recordLoads(loads),
    currentInitiator,
    calls,
    loads,
    fallbacks,
    writes,
  };
}
