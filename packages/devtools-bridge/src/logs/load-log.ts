import type { LoadObserver } from '@patchwork/federation/browser';
import type { LoadRecord } from './loads.ts';
import { createLog, type Log } from './log.ts';

export interface LoadLog extends Log<LoadRecord> {
  /** For `createLoader`. */
  readonly observe: LoadObserver;
}

/** An error's message, then those of the causes behind it. */
const reasonOf = (error: Error): string =>
  error.cause instanceof Error ? `${error.message}: ${reasonOf(error.cause)}` : error.message;

export function createLoadLog(): LoadLog {
  const log = createLog<LoadRecord>();
  return {
    ...log,
    observe({ id }, module) {
      const begun: LoadRecord = {
        remoteId: id,
        module,
        startedAt: performance.now(),
        endedAt: undefined,
        state: 'loading',
        reason: undefined,
      };
      log.put(begun);
      return (failure) => {
        const state = failure ? 'failed' : 'ready';
        const reason = failure && reasonOf(failure);
        log.put({ ...begun, endedAt: performance.now(), state, reason }, begun);
      };
    },
  };
}
