import type { ActiveRemotes } from '@patchwork/federation';
import type { FallbackRecord } from '@patchwork/federation/browser';
import type { createStore } from 'jotai';
import { type CallLog, createCallLog } from './call-log.ts';
import { captureStack, initiatorOf } from './initiator.ts';
import { createLoadLog, type LoadLog } from './load-log.ts';
import { createLog, type Log } from './log.ts';
import { createWriteLog, type WriteLog } from './write-log.ts';

/** What a page remembers of itself from its first moment on. */
export interface PageLogs {
  readonly calls: CallLog;
  readonly loads: LoadLog;
  readonly writes: WriteLog;
  readonly healed: Log<FallbackRecord>;
  /** The remote whose code is on the stack, or 'shell'. */
  readonly who: () => string;
  /** Shows the logs in the page's store, and records what is written to it from here on. */
  follow(store: ReturnType<typeof createStore>): void;
}

export function createPageLogs(registry: ActiveRemotes): PageLogs {
  const who = () => initiatorOf(captureStack(), registry, location.href);
  const calls = createCallLog(who);
  const loads = createLoadLog();
  const writes = createWriteLog(who);
  const healed = createLog<FallbackRecord>();
  return {
    calls,
    loads,
    writes,
    healed,
    who,
    follow(store) {
      // The logs' own writes go past the log of writes.
      const { set } = store;
      for (const log of [calls, loads, writes, healed]) log.showIn(set);
      writes.watch(store);
    },
  };
}
