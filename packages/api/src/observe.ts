import type { Result } from '@patchwork/domain';
import type { Ended } from './deadline.ts';
import type { EndpointName } from './types.ts';

/** A call as it leaves the page. */
export interface SentCall {
  readonly name: EndpointName;
  readonly method: string;
  readonly url: string;
  /** Those that the client sets; the browser adds its own. */
  readonly headers: Readonly<Record<string, string>>;
  /** The body as it is sent, before JSON; undefined for none. */
  readonly body: unknown;
  /** See `CallOptions`. */
  readonly initiator: string | undefined;
}

/** How a call ended. `duration` is in milliseconds, the wait for `ApiOptions.ready` included. */
export type CallOutcome =
  | {
      readonly kind: 'responded';
      readonly status: number;
      readonly statusText: string;
      readonly headers: Readonly<Record<string, string>>;
      /** As received, before any schema. */
      readonly data: unknown;
      readonly duration: number;
    }
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

export interface HttpResponse {
  readonly status: number;
  readonly statusText: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly data: unknown;
}

export const causeText = (cause: unknown): string =>
  cause instanceof Error ? cause.message : `${cause}`;

/** Does a call's work and reports it to the observer, if there is one. */
export async function observeCall<T extends Result<HttpResponse, Ended>>(
  observe: CallObserver | undefined,
  call: SentCall,
  work: () => Promise<T>,
): Promise<T> {
  if (!observe) return work();
  const startedAt = performance.now();
  const end = observe(call);
  const fail = (message: string) =>
    end({ kind: 'failed', message, duration: performance.now() - startedAt });
  const sent = await work().catch((cause: unknown) => {
    fail(causeText(cause));
    throw cause;
  });
  if (sent.ok) {
    end({ kind: 'responded', ...sent.value, duration: performance.now() - startedAt });
  } else fail(sent.error.message);
  return sent;
}
