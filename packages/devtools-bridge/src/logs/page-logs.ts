import type { ActiveRemotes } from '@patchwork/federation';
import type { FallbackRecord } from '@patchwork/federation/browser';
import type { createStore } from 'jotai';
import { type CallLog, createCallLog } from './call-log.ts';
import { captureStack, initiatorOf } from './initiator.ts';
import { createLoadLog, type LoadLog } from './load-log.ts';
import { createLog, type Log } from './log.ts';
import { createWriteLog, type WriteLog } from './write-log.ts';

/** What happened on a page since it started. */
export interface PageLogs {
  readonly calls: CallLog;
  readonly loads: LoadLog;
  readonly writes: WriteLog;
  readonly fallbacks: Log<FallbackRecord>;
  /** The remote whose code is on the stack, or 'shell'. */
  readonly currentInitiator: () => string;
  /** Shows the logs in the page's store, and records what is written to it from here on. */
  follow(store: ReturnType<typeof createStore>): void;
}

export function createPageLogs(registry: ActiveRemotes): PageLogs {
  const currentInitiator = () => initiatorOf(captureStack(), registry, location.href);
  const calls = createCallLog(currentInitiator);
  const loads = createLoadLog();
  const writes = createWriteLog(currentInitiator);
  const fallbacks = createLog<FallbackRecord>();
  return {
    calls,
    loads,
    writes,
    fallbacks,
    currentInitiator,
    follow(store) {
      // The logs' own writes go past the log of writes.
      const { set } = store;
      for (const log of [calls, loads, writes, fallbacks]) log.showIn(set);
      writes.watch(store);
    },
  };
}
