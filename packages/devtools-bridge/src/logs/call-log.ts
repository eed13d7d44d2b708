import type { CallObserver, CallOutcome, SentCall } from '@patchwork/api';
import type { Log } from './log.ts';

/** One call of the shop to its API. */
export interface CallRecord extends Pick<SentCall, 'name' | 'method' | 'url'> {
  /** 1 for the first call of the page, and so on. */
  readonly id: number;
  /** The remote whose code made the call; 'shell' for the shell's own and the shared state's. */
  readonly initiator: string;
  /** Milliseconds since 1970. */
  readonly startedAt: number;
  readonly requestHeaders: Readonly<Record<string, string>>;
  /** The body as it travels, before JSON; undefined for none. */
  readonly requestBody: unknown;
  /** Undefined until the call ends. */
  readonly outcome: CallOutcome | undefined;
}

/**
 * For `createApi`. A call that was queued brings its initiator along; that of any other is on the
 * stack now.
 */
export function recordCalls(log: Log<CallRecord>, currentInitiator: () => string): CallObserver {
  let count = 0;
  return ({ headers, body, initiator = currentInitiator(), ...call }) => {
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
  };
}
