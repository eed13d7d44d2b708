import type { SentCall } from './request.ts';
import type { HttpResponse } from './send.ts';

/** How a call ended. `duration` is in milliseconds, the wait for `ApiOptions.ready` included. */
export type CallOutcome =
  | ({ readonly kind: 'responded'; readonly duration: number } & HttpResponse)
  | {
      /** No response: no network, a timeout, or aborted. */
      readonly kind: 'failed';
      readonly message: string;
      readonly duration: number;
    };

/**
 * Called with each call while its caller is still on the stack. The function that it returns is
 * called with the outcome.
 */
export type CallObserver = (call: SentCall) => (outcome: CallOutcome) => void;
