import type { CallObserver } from '@patchwork/api';
import type { CallRecord } from './calls.ts';
import { createLog, type Log } from './log.ts';

export interface CallLog extends Log<CallRecord> {
  /** For `createApi`. */
  readonly observe: CallObserver;
}

/**
 * `whoCalls` names who is on the stack: it is asked while the caller still is. A call that was asked
 * for earlier says by whom.
 */
export function createCallLog(whoCalls: () => string): CallLog {
  const log = createLog<CallRecord>();
  let count = 0;
  return {
    ...log,
    observe({ name, method, url, headers, body, initiator = whoCalls() }) {
      count += 1;
      const sent: CallRecord = {
        id: count,
        name,
        method,
        url,
        initiator,
        startedAt: Date.now(),
        requestHeaders: headers,
        requestBody: body,
        outcome: undefined,
      };
      log.put(sent);
      return (outcome) => log.put({ ...sent, outcome }, sent);
    },
  };
}
