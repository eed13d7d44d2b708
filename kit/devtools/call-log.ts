import type { CallObserver, CallOutcome, SentCall } from '@patchwork/api';
import type { PageLogs } from '@patchwork/host/devtools';
import type { Atom } from 'jotai';

/** Call from the shop to its API. */
export interface CallRecord extends Pick<SentCall, 'name' | 'method' | 'url'> {
  /** Number of the call on this page, from 1. */
  readonly id: number;
  /** Id of the remote whose code made the call; 'shell' for the shell and the shared state. */
  readonly initiator: string;
  /** Milliseconds since 1970. */
  readonly startedAt: number;
  readonly requestHeaders: Readonly<Record<string, string>>;
  /** Body before serialization; undefined for none. */
  readonly requestBody: unknown;
  /** Outcome of the call; undefined until it ends. */
  readonly outcome: CallOutcome | undefined;
}

/** Log of a page's calls, newest last. */
export interface CallLog {
  readonly callsAtom: Atom<readonly CallRecord[]>;
  readonly clearCalls: () => void;
  /** Observer for `createApi`. */
  readonly onCall: CallObserver;
}

/**
 * Starts the log of a page's calls. A call from a queue names its initiator; for any other call, the initiator's code is
 * on the stack.
 */
export function createCallLog({ createLog, currentInitiator }: PageLogs): CallLog {
  const log = createLog<CallRecord>();
  let count = 0;
  return {
    callsAtom: log.recordsAtom,
    clearCalls: log.clear,
    onCall({ headers, body, initiator = currentInitiator(), ...call }) {
      count += 1;
      const sent: CallRecord = {
        ...call,
        id: count,
        initiator,
        startedAt: Date.now(),
        requestHeaders: headers,
        requestBody: body,
        outcome: undefined,
      };
      log.add(sent);
      return (outcome) => log.replace(sent, { ...sent, outcome });
    },
  };
}
